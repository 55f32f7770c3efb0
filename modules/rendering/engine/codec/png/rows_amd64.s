#include "textflag.h"

DATA even<>+0(SB)/8, $0x0000000000ffffff
DATA even<>+8(SB)/8, $0x0000000000ffffff
GLOBL even<>(SB), RODATA|NOPTR, $16
DATA odd<>+0(SB)/8, $0x0000ffffff000000
DATA odd<>+8(SB)/8, $0x0000ffffff000000
GLOBL odd<>(SB), RODATA|NOPTR, $16

// func packBlocks(dst, src *byte, n int)
TEXT ·packBlocks(SB), NOSPLIT, $0-24
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ n+16(FP), CX
	MOVOU even<>(SB), X6
	MOVOU odd<>(SB), X7
loop:
	MOVOU (SI), X0
	MOVOU 16(SI), X2
	MOVO X0, X1
	MOVO X2, X3
	PAND X6, X0
	PAND X6, X2
	PSRLQ $8, X1
	PSRLQ $8, X3
	PAND X7, X1
	PAND X7, X3
	POR X1, X0
	POR X3, X2
	// Six bytes of each half; the bytes after them are overwritten later.
	MOVQ X0, (DI)
	MOVHPS X0, 6(DI)
	MOVQ X2, 12(DI)
	MOVHPS X2, 18(DI)
	ADDQ $32, SI
	ADDQ $24, DI
	DECQ CX
	JNZ loop
	RET

// func subtractBlocks(dst, a, b *byte, n int)
TEXT ·subtractBlocks(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	MOVQ n+24(FP), CX
	XORQ AX, AX
loop:
	MOVOU (SI)(AX*1), X0
	MOVOU (DX)(AX*1), X1
	PSUBB X1, X0
	MOVOU X0, (DI)(AX*1)
	ADDQ $16, AX
	DECQ CX
	JNZ loop
	RET
