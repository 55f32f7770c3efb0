#include "textflag.h"

// LUMA writes four pixels' Y, their words in low and high; it overwrites both and t.
#define LUMA(low, high, t, to) \
	PMADDWL X8, low \
	PMADDWL X8, high \
	MOVO low, t \
	SHUFPS $0x88, high, low \
	SHUFPS $0xdd, high, t \
	PADDL t, low \
	PADDL X11, low \
	PSRAL $11, low \
	PACKSSLW low, low \
	PACKUSWB low, low \
	MOVL low, (to)

// func halve(f *factors, src0, src1, y0, y1, cb, cr *byte, n int)
TEXT ·halve(SB), NOSPLIT, $0-64
	MOVQ f+0(FP), AX
	MOVQ src0+8(FP), SI
	MOVQ src1+16(FP), DI
	MOVQ y0+24(FP), R8
	MOVQ y1+32(FP), R9
	MOVQ cb+40(FP), R10
	MOVQ cr+48(FP), R11
	MOVQ n+56(FP), CX
	MOVOU (AX), X8
	MOVOU 16(AX), X9
	MOVOU 32(AX), X10
	MOVOU 48(AX), X11
	MOVOU 64(AX), X12
	PXOR X15, X15
loop:
	MOVOU (SI), X0
	MOVOU (DI), X2
	MOVO X0, X1
	MOVO X2, X3
	PUNPCKLBW X15, X0
	PUNPCKHBW X15, X1
	PUNPCKLBW X15, X2
	PUNPCKHBW X15, X3

	// Sums of 2×2 pixels, two of them.
	MOVO X0, X4
	MOVO X1, X5
	PADDW X2, X4
	PADDW X3, X5
	MOVO X4, X6
	PUNPCKLQDQ X5, X4
	PUNPCKHQDQ X5, X6
	PADDW X6, X4
	MOVO X4, X5
	PMADDWL X9, X4
	PMADDWL X10, X5
	MOVO X4, X6
	SHUFPS $0x88, X5, X4
	SHUFPS $0xdd, X5, X6
	PADDL X6, X4
	PADDL X12, X4
	PSRAL $13, X4
	PACKSSLW X4, X4
	PACKUSWB X4, X4
	MOVL X4, AX
	MOVW AX, (R10)
	SHRL $16, AX
	MOVW AX, (R11)

	LUMA(X0, X1, X4, R8)
	LUMA(X2, X3, X4, R9)

	ADDQ $16, SI
	ADDQ $16, DI
	ADDQ $4, R8
	ADDQ $4, R9
	ADDQ $2, R10
	ADDQ $2, R11
	DECQ CX
	JNZ loop
	RET
