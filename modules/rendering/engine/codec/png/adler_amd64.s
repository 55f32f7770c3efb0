#include "textflag.h"

// Weights of the bytes of a block: 16 for the first, 1 for the last.
DATA weights<>+0(SB)/8, $0x000d000e000f0010
DATA weights<>+8(SB)/8, $0x0009000a000b000c
DATA weights<>+16(SB)/8, $0x0005000600070008
DATA weights<>+24(SB)/8, $0x0001000200030004
GLOBL weights<>(SB), RODATA|NOPTR, $32

// func adlerBlocks(p *byte, n int) (sum, prefix, weighted uint64)
TEXT ·adlerBlocks(SB), NOSPLIT, $0-40
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	PXOR X0, X0 // zero
	PXOR X1, X1 // sum
	PXOR X2, X2 // prefix
	PXOR X3, X3 // weighted
	MOVOU weights<>+0(SB), X6
	MOVOU weights<>+16(SB), X7
loop:
	MOVOU (SI), X4
	PADDQ X1, X2
	MOVO X4, X5
	MOVO X4, X8
	PSADBW X0, X8
	PADDQ X8, X1
	PUNPCKLBW X0, X4
	PUNPCKHBW X0, X5
	PMADDWL X6, X4
	PMADDWL X7, X5
	PADDL X4, X3
	PADDL X5, X3
	ADDQ $16, SI
	DECQ CX
	JNZ loop
	MOVHLPS X1, X4
	PADDQ X4, X1
	MOVQ X1, AX
	MOVQ AX, sum+16(FP)
	MOVHLPS X2, X4
	PADDQ X4, X2
	MOVQ X2, AX
	MOVQ AX, prefix+24(FP)
	MOVO X3, X4
	PUNPCKLLQ X0, X3
	PUNPCKHLQ X0, X4
	PADDQ X4, X3
	MOVHLPS X3, X4
	PADDQ X4, X3
	MOVQ X3, AX
	MOVQ AX, weighted+32(FP)
	RET
