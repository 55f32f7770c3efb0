#include "textflag.h"

// WIDEN expands the bytes of x to words: two pixels in x, two in high. X15 is 0.
#define WIDEN(x, high) \
	MOVO x, high \
	PUNPCKLBW X15, x \
	PUNPCKHBW X15, high

// ALPHAS repeats the alpha of both pixels in x.
#define ALPHAS(x) \
	PSHUFLW $0xff, x, x \
	PSHUFHW $0xff, x, x

// FULL sets every word of x to 256, HALF to 128.
#define FULL(x) \
	PCMPEQW x, x \
	PSRLW $15, x \
	PSLLW $8, x

#define HALF(x) \
	PCMPEQW x, x \
	PSRLW $15, x \
	PSLLW $7, x

// DIV255 divides the words of x by 255. X14 is 128.
#define DIV255(x, t) \
	PADDW X14, x \
	MOVO x, t \
	PSRLW $8, t \
	PADDW t, x \
	PSRLW $8, x

// COLOR repeats a colour's words in x.
#define COLOR(p, x) \
	MOVL p, x \
	PUNPCKLBW X15, x \
	PUNPCKLQDQ x, x

// func overSolid4(dst *byte, n int, p uint32)
TEXT ·overSolid4(SB), NOSPLIT, $0-20
	MOVQ dst+0(FP), DI
	MOVQ n+8(FP), CX
	PXOR X15, X15
	COLOR(p+16(FP), X0)
	FULL(X1)
	MOVO X0, X2
	ALPHAS(X2)
	PSUBW X2, X1
	PACKUSWB X0, X0
solid:
	MOVOU (DI), X2
	WIDEN(X2, X3)
	PMULLW X1, X2
	PMULLW X1, X3
	PSRLW $8, X2
	PSRLW $8, X3
	PACKUSWB X3, X2
	PADDB X0, X2
	MOVOU X2, (DI)
	ADDQ $16, DI
	DECQ CX
	JNZ solid
	RET

// func over4(dst, src *byte, n int)
TEXT ·over4(SB), NOSPLIT, $0-24
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ n+16(FP), CX
	PXOR X15, X15
	FULL(X13)
over:
	MOVOU (SI), X0
	MOVO X0, X2
	WIDEN(X2, X3)
	ALPHAS(X2)
	ALPHAS(X3)
	MOVO X13, X4
	MOVO X13, X5
	PSUBW X2, X4
	PSUBW X3, X5
	MOVOU (DI), X2
	WIDEN(X2, X3)
	PMULLW X4, X2
	PMULLW X5, X3
	PSRLW $8, X2
	PSRLW $8, X3
	PACKUSWB X3, X2
	PADDL X0, X2
	MOVOU X2, (DI)
	ADDQ $16, SI
	ADDQ $16, DI
	DECQ CX
	JNZ over
	RET

// func overNearest4(dst, src *byte, n int)
TEXT ·overNearest4(SB), NOSPLIT, $0-24
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ n+16(FP), CX
	PXOR X15, X15
	HALF(X14)
	PCMPEQW X13, X13
	PSRLW $8, X13 // 255
nearest:
	MOVOU (SI), X0
	MOVO X0, X2
	WIDEN(X2, X3)
	ALPHAS(X2)
	ALPHAS(X3)
	MOVO X13, X4
	MOVO X13, X5
	PSUBW X2, X4
	PSUBW X3, X5
	MOVOU (DI), X2
	WIDEN(X2, X3)
	PMULLW X4, X2
	PMULLW X5, X3
	DIV255(X2, X4)
	DIV255(X3, X5)
	PACKUSWB X3, X2
	PADDL X0, X2
	MOVOU X2, (DI)
	ADDQ $16, SI
	ADDQ $16, DI
	DECQ CX
	JNZ nearest
	RET

// COVERAGES reads four coverages: of two pixels in words in low, of two in high.
#define COVERAGES(low, high) \
	MOVL (SI), low \
	PUNPCKLBW low, low \
	PUNPCKLWL low, low \
	WIDEN(low, high)

// func mixMask4(dst, cov *byte, n int, p uint32)
TEXT ·mixMask4(SB), NOSPLIT, $0-28
	MOVQ dst+0(FP), DI
	MOVQ cov+8(FP), SI
	MOVQ n+16(FP), CX
	PXOR X15, X15
	HALF(X14)
	PCMPEQW X13, X13
	PSRLW $8, X13 // 255
	COLOR(p+24(FP), X0)
mix:
	MOVL (SI), AX
	TESTL AX, AX
	JZ mixed
	COVERAGES(X1, X2)
	MOVO X13, X3
	MOVO X13, X4
	PSUBW X1, X3
	PSUBW X2, X4
	PMULLW X0, X1
	PMULLW X0, X2
	MOVOU (DI), X5
	WIDEN(X5, X6)
	PMULLW X3, X5
	PMULLW X4, X6
	PADDW X5, X1
	PADDW X6, X2
	DIV255(X1, X3)
	DIV255(X2, X4)
	PACKUSWB X2, X1
	MOVOU X1, (DI)
mixed:
	ADDQ $4, SI
	ADDQ $16, DI
	DECQ CX
	JNZ mix
	RET

// func overMask4(dst, cov *byte, n int, p uint32)
TEXT ·overMask4(SB), NOSPLIT, $0-28
	MOVQ dst+0(FP), DI
	MOVQ cov+8(FP), SI
	MOVQ n+16(FP), CX
	PXOR X15, X15
	FULL(X13)
	PCMPEQW X12, X12 // −1
	COLOR(p+24(FP), X0)
covered:
	MOVL (SI), AX
	TESTL AX, AX
	JZ done
	COVERAGES(X1, X2)
	PSUBW X12, X1
	PSUBW X12, X2
	PMULLW X0, X1
	PMULLW X0, X2
	PSRLW $8, X1
	PSRLW $8, X2
	MOVO X1, X3
	MOVO X2, X4
	ALPHAS(X3)
	ALPHAS(X4)
	MOVO X13, X5
	MOVO X13, X6
	PSUBW X3, X5
	PSUBW X4, X6
	MOVOU (DI), X3
	WIDEN(X3, X4)
	PMULLW X5, X3
	PMULLW X6, X4
	PSRLW $8, X3
	PSRLW $8, X4
	PADDW X3, X1
	PADDW X4, X2
	PACKUSWB X2, X1
	MOVOU X1, (DI)
done:
	ADDQ $4, SI
	ADDQ $16, DI
	DECQ CX
	JNZ covered
	RET
