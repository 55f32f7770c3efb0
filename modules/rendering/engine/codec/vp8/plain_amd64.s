#include "textflag.h"

// SPLAT fills X with sixteen copies of the byte at from.
#define SPLAT(from, x) \
	MOVBLZX from, AX \
	IMULL $0x01010101, AX \
	MOVL AX, x \
	PSHUFD $0, x, x

// SPLAT2 fills x with eight copies of the byte at a and eight of the byte at b. R10 holds ones, other is overwritten.
#define SPLAT2(a, b, x, other) \
	MOVBQZX a, AX \
	MOVBQZX b, BX \
	IMULQ R10, AX \
	IMULQ R10, BX \
	MOVQ AX, x \
	MOVQ BX, other \
	PUNPCKLQDQ other, x

// MODES adds the absolute differences between the samples in X0 and the predictions DC (X8), TM, V (X9) and H (X1) of the
// row to X4, X5, X6 and X7. X10 is the corner.
#define MODES \
	MOVO X8, X2 \
	PSADBW X0, X2 \
	PADDL X2, X4 \
	MOVO X9, X2 \
	PSADBW X0, X2 \
	PADDL X2, X6 \
	MOVO X1, X2 \
	PSADBW X0, X2 \
	PADDL X2, X7 \
	MOVO X1, X2 \
	PSUBUSB X10, X2 \
	MOVO X10, X3 \
	PSUBUSB X1, X3 \
	MOVO X9, X11 \
	PADDUSB X2, X11 \
	PSUBUSB X3, X11 \
	PSADBW X0, X11 \
	PADDL X11, X5

// TOTAL writes the sum of both halves of x.
#define TOTAL(x, to) \
	MOVHLPS x, X0 \
	PADDL x, X0 \
	MOVL X0, to(R9)

// func sumsWhole(out *[wholeModes]int32, src *byte, srcStride int, at *byte, dc int)
TEXT ·sumsWhole(SB), NOSPLIT, $0-40
	MOVQ out+0(FP), R9
	MOVQ src+8(FP), SI
	MOVQ srcStride+16(FP), DX
	MOVQ at+24(FP), DI
	SPLAT(dc+32(FP), X8)
	MOVOU -32(DI), X9
	SPLAT(-33(DI), X10)
	PXOR X4, X4
	PXOR X5, X5
	PXOR X6, X6
	PXOR X7, X7
	MOVQ $16, CX
luma:
	MOVOU (SI), X0
	SPLAT(-1(DI), X1)
	MODES
	ADDQ DX, SI
	ADDQ $32, DI
	DECQ CX
	JNZ luma
	TOTAL(X4, 0)
	TOTAL(X5, 4)
	TOTAL(X6, 8)
	TOTAL(X7, 12)
	RET

// func sumsChroma(out *[wholeModes]int32, u, v *byte, srcStride int, at *byte, dcU, dcV int)
TEXT ·sumsChroma(SB), NOSPLIT, $0-56
	MOVQ out+0(FP), R9
	MOVQ u+8(FP), SI
	MOVQ v+16(FP), R8
	MOVQ srcStride+24(FP), DX
	MOVQ at+32(FP), DI
	MOVQ $0x0101010101010101, R10
	SPLAT2(dcU+40(FP), dcV+48(FP), X8, X0)
	MOVQ -32(DI), X9
	MOVQ -16(DI), X0
	PUNPCKLQDQ X0, X9
	SPLAT2(-33(DI), -17(DI), X10, X0)
	PXOR X4, X4
	PXOR X5, X5
	PXOR X6, X6
	PXOR X7, X7
	MOVQ $8, CX
chroma:
	SPLAT2(-1(DI), 15(DI), X1, X0)
	MOVQ (SI), X0
	MOVQ (R8), X2
	PUNPCKLQDQ X2, X0
	MODES
	ADDQ DX, SI
	ADDQ DX, R8
	ADDQ $32, DI
	DECQ CX
	JNZ chroma
	TOTAL(X4, 0)
	TOTAL(X5, 4)
	TOTAL(X6, 8)
	TOTAL(X7, 12)
	RET

// DISTANCE writes the sum of absolute differences between X0, X1 and the prediction whose halves are at low
// and high.
#define DISTANCE(low, high, to) \
	MOVQ low(SI), X2 \
	MOVQ high(SI), X3 \
	PSADBW X0, X2 \
	PSADBW X1, X3 \
	PADDL X3, X2 \
	MOVL X2, to(DI)

// func distances(out *[modes]int32, want *[16]byte, from *guesses)
TEXT ·distances(SB), NOSPLIT, $0-24
	MOVQ out+0(FP), DI
	MOVQ want+8(FP), DX
	MOVQ from+16(FP), SI
	MOVQ (DX), X0
	MOVQ 8(DX), X1
	DISTANCE(0, 8, 0)
	DISTANCE(16, 24, 4)
	DISTANCE(32, 40, 8)
	DISTANCE(48, 56, 12)
	DISTANCE(64, 72, 16)
	DISTANCE(80, 88, 20)
	DISTANCE(96, 104, 24)
	DISTANCE(112, 120, 28)
	DISTANCE(128, 136, 32)
	DISTANCE(144, 152, 36)
	RET

// Factors of pairs of 16-bit numbers.
DATA even<>+0(SB)/8, $0x08a914e808a914e8 // 5352, 2217
DATA even<>+8(SB)/8, $0x08a914e808a914e8
GLOBL even<>(SB), RODATA|NOPTR, $16
DATA odd<>+0(SB)/8, $0xeb1808a9eb1808a9 // 2217, −5352
DATA odd<>+8(SB)/8, $0xeb1808a9eb1808a9
GLOBL odd<>(SB), RODATA|NOPTR, $16

// Roundings, of 32 bits.
DATA round1812<>+0(SB)/8, $0x0000071400000714
DATA round1812<>+8(SB)/8, $0x0000071400000714
GLOBL round1812<>(SB), RODATA|NOPTR, $16
DATA round937<>+0(SB)/8, $0x000003a9000003a9
DATA round937<>+8(SB)/8, $0x000003a9000003a9
GLOBL round937<>(SB), RODATA|NOPTR, $16
// 12000, and one for values that are not zero.
DATA round12000<>+0(SB)/8, $0x00012ee000012ee0
DATA round12000<>+8(SB)/8, $0x00012ee000012ee0
GLOBL round12000<>(SB), RODATA|NOPTR, $16
DATA round51000<>+0(SB)/8, $0x0000c7380000c738
DATA round51000<>+8(SB)/8, $0x0000c7380000c738
GLOBL round51000<>(SB), RODATA|NOPTR, $16

// Roundings and factors, of 16 bits.
DATA sevens<>+0(SB)/8, $0x0007000700070007
DATA sevens<>+8(SB)/8, $0x0007000700070007
GLOBL sevens<>(SB), RODATA|NOPTR, $16
DATA fours<>+0(SB)/8, $0x0004000400040004
DATA fours<>+8(SB)/8, $0x0004000400040004
GLOBL fours<>(SB), RODATA|NOPTR, $16
DATA cosine<>+0(SB)/8, $0x4e7b4e7b4e7b4e7b // 85627 − 2¹⁶
DATA cosine<>+8(SB)/8, $0x4e7b4e7b4e7b4e7b
GLOBL cosine<>(SB), RODATA|NOPTR, $16
DATA sine<>+0(SB)/8, $0x8a8c8a8c8a8c8a8c // 35468 − 2¹⁶
DATA sine<>+8(SB)/8, $0x8a8c8a8c8a8c8a8c
GLOBL sine<>(SB), RODATA|NOPTR, $16

// TRANSPOSE turns four rows of four words in the low halves of a, b, c and d into the
// columns 0 and 1 in a, 2 and 3 in t; it overwrites b, c and d.
#define TRANSPOSE(a, b, c, d, t) \
	PUNPCKLWL b, a \
	PUNPCKLWL d, c \
	MOVO a, t \
	PUNPCKLLQ c, a \
	PUNPCKHLQ c, t

// QUANTIZE divides the eight coefficients in x by q's inverses at offset n and writes
// levels, left in x, and the dequantised coefficients, at n32, 32 bytes further.
#define QUANTIZE(x, n, n32, biasLow, biasHigh, abs, sign, high, back) \
	MOVO x, sign \
	PSRAW $15, sign \
	MOVO x, abs \
	PXOR sign, abs \
	PSUBW sign, abs \
	MOVOU n(DX), back \
	MOVO abs, high \
	PMULHUW back, high \
	PMULLW back, abs \
	MOVO abs, x \
	PUNPCKLWL high, x \
	PUNPCKHWL high, abs \
	PADDL biasLow, x \
	PADDL biasHigh, abs \
	PSRLL $17, x \
	PSRLL $17, abs \
	PACKSSLW abs, x \
	PXOR sign, x \
	PSUBW sign, x \
	MOVOU x, n(DI) \
	MOVOU n32(DX), back \
	PMULLW x, back \
	MOVOU back, n32(DI)

// ROW loads the difference between source and prediction, four samples.
#define ROW(x) \
	MOVL (SI), x \
	MOVL (BX), X9 \
	PUNPCKLBW X8, x \
	PUNPCKLBW X8, X9 \
	PSUBW X9, x \
	ADDQ R8, SI \
	ADDQ R9, BX

// func transformQuantize(out *block, q *quantizer, src *byte, srcStride int, pred *byte, predStride int) int
TEXT ·transformQuantize(SB), NOSPLIT, $0-56
	MOVQ out+0(FP), DI
	MOVQ q+8(FP), DX
	MOVQ src+16(FP), SI
	MOVQ srcStride+24(FP), R8
	MOVQ pred+32(FP), BX
	MOVQ predStride+40(FP), R9
	PXOR X8, X8
	ROW(X0)
	ROW(X1)
	ROW(X2)
	ROW(X3)

	// Rows: sums and differences of columns 0 and 3, 1 and 2.
	TRANSPOSE(X0, X1, X2, X3, X4)
	PSHUFD $0x4e, X4, X4 // columns 3 and 2
	MOVO X0, X1
	PADDW X4, X0 // a0 and a1
	PSUBW X4, X1 // a3 and a2
	PSLLW $3, X0
	MOVO X0, X2
	PSHUFD $0x4e, X0, X3
	PADDW X3, X0 // column 0
	PSUBW X3, X2 // column 2
	PSHUFD $0x4e, X1, X3
	PUNPCKLWL X3, X1 // a3, a2, a3, a2 …
	MOVO X1, X3
	PMADDWL even<>(SB), X1
	PADDL round1812<>(SB), X1
	PSRAL $9, X1
	PACKSSLW X1, X1 // column 1
	PMADDWL odd<>(SB), X3
	PADDL round937<>(SB), X3
	PSRAL $9, X3
	PACKSSLW X3, X3 // column 3

	// Columns, the same way.
	TRANSPOSE(X0, X1, X2, X3, X4)
	PSHUFD $0x4e, X4, X4 // rows 3 and 2
	MOVO X0, X1
	PADDW X4, X0 // a0 and a1
	PSUBW X4, X1 // a3 and a2
	PSHUFD $0x4e, X0, X3
	MOVO X0, X2
	PADDW sevens<>(SB), X0
	PADDW sevens<>(SB), X2
	PADDW X3, X0
	PSUBW X3, X2
	PSRAW $4, X0 // row 0
	PSRAW $4, X2 // row 2
	PXOR X5, X5
	PCMPEQW X1, X5 // −1 where a3 is 0
	PSHUFD $0x4e, X1, X3
	PUNPCKLWL X3, X1
	MOVO X1, X3
	PMADDWL even<>(SB), X1
	PADDL round12000<>(SB), X1
	PSRAL $16, X1
	PACKSSLW X1, X1
	PADDW X5, X1 // row 1
	PMADDWL odd<>(SB), X3
	PADDL round51000<>(SB), X3
	PSRAL $16, X3
	PACKSSLW X3, X3 // row 3
	PUNPCKLQDQ X1, X0
	PUNPCKLQDQ X3, X2

	MOVL X0, AX
	SHLL $16, AX
	MOVLQSX AX, AX // DC coefficient above the 16 mask bits
	MOVOU 64(DX), X6
	MOVOU 80(DX), X7
	QUANTIZE(X0, 0, 32, X6, X7, X1, X3, X4, X5)
	QUANTIZE(X2, 16, 48, X7, X7, X1, X3, X4, X5)
	PACKSSWB X2, X0
	PCMPEQB X8, X0
	PMOVMSKB X0, CX
	XORL $0xffff, CX
	ORQ CX, AX
	MOVQ AX, ret+48(FP)
	RET

// TURN computes one dimension of the inverse transform of r0, r1, r2 and r3: the results
// 0, 1, 2 and 3 are left in r0, r3, r2 and r1. It overwrites X4 to X7.
#define TURN(r0, r1, r2, r3) \
	MOVO r1, X4 \
	MOVO r3, X5 \
	MOVO r1, X6 \
	MOVO r3, X7 \
	PMULHW sine<>(SB), X4 \
	PADDW r1, X4 \
	PMULHW cosine<>(SB), X5 \
	PADDW r3, X5 \
	PSUBW X5, X4 \
	PMULHW cosine<>(SB), X6 \
	PADDW r1, X6 \
	PMULHW sine<>(SB), X7 \
	PADDW r3, X7 \
	PADDW X7, X6 \
	MOVO r0, r3 \
	PSUBW r2, r3 \
	PADDW r2, r0 \
	MOVO r0, r1 \
	PSUBW X6, r1 \
	PADDW X6, r0 \
	MOVO r3, r2 \
	PSUBW X4, r2 \
	PADDW X4, r3

// ADDROW adds the low half of x to the row at n.
#define ADDROW(x, n) \
	MOVL n(DI), X9 \
	PUNPCKLBW X8, X9 \
	PADDW x, X9 \
	PACKUSWB X9, X9 \
	MOVL X9, n(DI)

// func inverseInto(dst *byte, in *[16]int16)
TEXT ·inverseInto(SB), NOSPLIT, $0-16
	MOVQ dst+0(FP), DI
	MOVQ in+8(FP), SI
	PXOR X8, X8
	MOVQ (SI), X0
	MOVQ 8(SI), X1
	MOVQ 16(SI), X2
	MOVQ 24(SI), X3
	TURN(X0, X1, X2, X3)
	TRANSPOSE(X0, X3, X2, X1, X4)
	PSHUFD $0x4e, X0, X1
	PSHUFD $0x4e, X4, X3
	MOVO X4, X2
	PADDW fours<>(SB), X0
	TURN(X0, X1, X2, X3)
	PSRAW $3, X0
	PSRAW $3, X1
	PSRAW $3, X2
	PSRAW $3, X3
	TRANSPOSE(X0, X3, X2, X1, X4)
	ADDROW(X0, 0)
	PSHUFD $0x4e, X0, X0
	ADDROW(X0, 32)
	ADDROW(X4, 64)
	PSHUFD $0x4e, X4, X4
	ADDROW(X4, 96)
	RET
