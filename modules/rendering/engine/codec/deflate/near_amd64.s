#include "go_asm.h"
#include "textflag.h"

// Compares candidate k: its key, by length in keys, into R15 if that is greater, and bit k of DX if it matches for 16 bytes.
#define CANDIDATE(k, keys) \
	MOVQ (finder_back+8*k)(DI), AX; \
	MOVOU (SI)(AX*1), X1; \
	PCMPEQB X0, X1; \
	PMOVMSKB X1, AX; \
	XORL $0x1ffff, AX; \
	BSFL AX, AX; \
	MOVL (keys)(AX*4), BX; \
	SUBL (finder_price+4*k)(DI), BX; \
	CMPL BX, R15; \
	CMOVLGT BX, R15; \
	SHRL $4, AX; \
	SHLL $k, AX; \
	ORL AX, DX

// func near(f *finder, src unsafe.Pointer, i int) (key int32, full uint32)
TEXT ·near(SB), NOSPLIT, $0-32
	MOVQ f+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ i+16(FP), CX
	ADDQ CX, SI
	MOVOU (SI), X0
	MOVQ X0, AX
	// The slots of hash8 and hash3.
	MOVQ $0x9E3779B185EBCA87, BX
	IMULQ AX, BX
	SHRQ $(64-const_longBits), BX
	SHLL $8, AX
	IMULL $0x9E3779B1, AX
	SHRL $(32-const_shortBits), AX
	MOVL BX, finder_slots(DI)
	MOVL AX, (finder_slots+4)(DI)
	MOVL finder_long(DI)(BX*4), R10
	MOVL finder_short(DI)(AX*4), R9
	SUBQ CX, R10
	SUBQ CX, R9
	// Equal entries, and those beyond the window, give way to the byte before.
	MOVQ $-1, R11
	CMPQ R9, R10
	CMOVQEQ R11, R9
	CMPQ R10, $-const_window
	CMOVQLT R11, R10
	CMPQ R9, $-const_window
	CMOVQLT R11, R9
	MOVQ R10, (finder_back+8*const_longCandidate)(DI)
	MOVQ R9, (finder_back+8*const_shortCandidate)(DI)
	NEGL R10
	NEGL R9
	BSRL R10, R10
	BSRL R9, R9
	ADDL $(const_matchBits+1), R10
	ADDL $(const_matchBits+1), R9
	SHLL $const_gainShift, R10
	SHLL $const_gainShift, R9
	SUBL $(1<<const_rankShift), R10
	MOVL R10, (finder_price+4*const_longCandidate)(DI)
	MOVL R9, (finder_price+4*const_shortCandidate)(DI)
	LEAQ ·lengthKeys(SB), R8
	LEAQ ·longKeys(SB), R9
	XORL DX, DX
	MOVL $-0x20000000, R15
	CANDIDATE(0, R8)
	CANDIDATE(1, R8)
	CANDIDATE(2, R8)
	CANDIDATE(3, R8)
	CANDIDATE(4, R8)
	CANDIDATE(5, R8)
	CANDIDATE(6, R9)
	CANDIDATE(7, R8)
	MOVL R15, key+24(FP)
	MOVL DX, full+28(FP)
	RET
