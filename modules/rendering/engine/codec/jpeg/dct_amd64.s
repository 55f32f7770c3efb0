#include "textflag.h"

// Factors of 13 fractional bits for pairs of lines: the first in the low word.
DATA factors<>+0(SB)/8, $0x115129cf115129cf // (e3, e2): 0.5411961+0.7653669, 0.5411961
DATA factors<>+8(SB)/8, $0x115129cf115129cf
DATA factors<>+16(SB)/8, $0xd6301151d6301151 // (e3, e2): 0.5411961, 0.5411961−1.8477591
DATA factors<>+24(SB)/8, $0xd6301151d6301151
DATA factors<>+32(SB)/8, $0x25a1e6dc25a1e6dc // (z3, z4): 1.1758756−1.9615706, 1.1758756
DATA factors<>+40(SB)/8, $0x25a1e6dc25a1e6dc
DATA factors<>+48(SB)/8, $0x192525a1192525a1 // (z3, z4): 1.1758756, 1.1758756−0.3901806
DATA factors<>+56(SB)/8, $0x192525a1192525a1
DATA factors<>+64(SB)/8, $0xe333ecc1e333ecc1 // (t4, t7): 0.2986313−0.8999762, −0.8999762
DATA factors<>+72(SB)/8, $0xe333ecc1e333ecc1
DATA factors<>+80(SB)/8, $0x133ee333133ee333 // (t4, t7): −0.8999762, 1.5013211−0.8999762
DATA factors<>+88(SB)/8, $0x133ee333133ee333
DATA factors<>+96(SB)/8, $0xadfdefb0adfdefb0 // (t5, t6): 2.0531199−2.5629154, −2.5629154
DATA factors<>+104(SB)/8, $0xadfdefb0adfdefb0
DATA factors<>+112(SB)/8, $0x1051adfd1051adfd // (t5, t6): −2.5629154, 3.0727110−2.5629154
DATA factors<>+120(SB)/8, $0x1051adfd1051adfd
DATA factors<>+128(SB)/8, $0x0000040000000400 // rounding of the first pass
DATA factors<>+136(SB)/8, $0x0000040000000400
DATA factors<>+144(SB)/8, $0x0000400000004000 // rounding of the second pass
DATA factors<>+152(SB)/8, $0x0000400000004000
DATA factors<>+160(SB)/8, $0x0080008000800080 // 128
DATA factors<>+168(SB)/8, $0x0080008000800080
DATA factors<>+176(SB)/8, $0x0002000200020002 // 2
DATA factors<>+184(SB)/8, $0x0002000200020002
GLOBL factors<>(SB), RODATA|NOPTR, $192

// TRANSPOSE turns eight rows of eight words in X0 … X7 into columns; it overwrites X8 … X14.
#define TRANSPOSE \
	MOVO X0, X8 \
	PUNPCKLWL X1, X0 \
	PUNPCKHWL X1, X8 \
	MOVO X2, X9 \
	PUNPCKLWL X3, X2 \
	PUNPCKHWL X3, X9 \
	MOVO X4, X10 \
	PUNPCKLWL X5, X4 \
	PUNPCKHWL X5, X10 \
	MOVO X6, X11 \
	PUNPCKLWL X7, X6 \
	PUNPCKHWL X7, X11 \
	MOVO X0, X1 \
	PUNPCKLLQ X2, X0 \
	PUNPCKHLQ X2, X1 \
	MOVO X4, X5 \
	PUNPCKLLQ X6, X4 \
	PUNPCKHLQ X6, X5 \
	MOVO X8, X12 \
	PUNPCKLLQ X9, X8 \
	PUNPCKHLQ X9, X12 \
	MOVO X10, X13 \
	PUNPCKLLQ X11, X10 \
	PUNPCKHLQ X11, X13 \
	MOVO X0, X14 \
	PUNPCKLQDQ X4, X0 \
	PUNPCKHQDQ X4, X14 \
	MOVO X1, X2 \
	PUNPCKLQDQ X5, X2 \
	MOVO X1, X3 \
	PUNPCKHQDQ X5, X3 \
	MOVO X14, X1 \
	MOVO X8, X4 \
	PUNPCKLQDQ X10, X4 \
	MOVO X8, X5 \
	PUNPCKHQDQ X10, X5 \
	MOVO X12, X6 \
	PUNPCKLQDQ X13, X6 \
	MOVO X12, X7 \
	PUNPCKHQDQ X13, X7

// SUMS replaces eight lines in X0 … X7 by the sums e0+e1 in X0 and e0−e1 in X3, e3 in X4, e2 in X5,
// and the differences t7 … t4 in X8 … X11.
#define SUMS \
	MOVO X0, X8 \
	PADDW X7, X0 \
	PSUBW X7, X8 \
	MOVO X1, X9 \
	PADDW X6, X1 \
	PSUBW X6, X9 \
	MOVO X2, X10 \
	PADDW X5, X2 \
	PSUBW X5, X10 \
	MOVO X3, X11 \
	PADDW X4, X3 \
	PSUBW X4, X11 \
	MOVO X0, X4 \
	PADDW X3, X0 \
	PSUBW X3, X4 \
	MOVO X1, X5 \
	PADDW X2, X1 \
	PSUBW X2, X5 \
	MOVO X0, X3 \
	PADDW X1, X0 \
	PSUBW X1, X3

// ROUND packs the sums in low and high into words in low.
#define ROUND(low, high, half, shift) \
	PADDL half, low \
	PADDL half, high \
	PSRAL shift, low \
	PSRAL shift, high \
	PACKSSLW high, low

// ROTATE performs the rotations, the rest of a pass.
#define ROTATE(half, shift) \
	MOVO X4, X6 \
	PUNPCKLWL X5, X4 \
	PUNPCKHWL X5, X6 \
	MOVO X4, X2 \
	PMADDWL factors<>+0(SB), X2 \
	MOVO X6, X1 \
	PMADDWL factors<>+0(SB), X1 \
	PMADDWL factors<>+16(SB), X4 \
	PMADDWL factors<>+16(SB), X6 \
	ROUND(X2, X1, half, shift) \
	ROUND(X4, X6, half, shift) \
	MOVO X4, X6 \
	MOVO X3, X4 \
	MOVO X11, X1 \
	PADDW X9, X1 \
	MOVO X10, X3 \
	PADDW X8, X3 \
	MOVO X1, X5 \
	PUNPCKLWL X3, X1 \
	PUNPCKHWL X3, X5 \
	MOVO X1, X3 \
	PMADDWL factors<>+32(SB), X3 \
	PMADDWL factors<>+48(SB), X1 \
	MOVO X5, X7 \
	PMADDWL factors<>+32(SB), X7 \
	PMADDWL factors<>+48(SB), X5 \
	MOVO X11, X12 \
	PUNPCKLWL X8, X11 \
	PUNPCKHWL X8, X12 \
	MOVO X11, X8 \
	PMADDWL factors<>+64(SB), X8 \
	PADDL X3, X8 \
	MOVO X12, X13 \
	PMADDWL factors<>+64(SB), X13 \
	PADDL X7, X13 \
	ROUND(X8, X13, half, shift) \
	PMADDWL factors<>+80(SB), X11 \
	PADDL X1, X11 \
	PMADDWL factors<>+80(SB), X12 \
	PADDL X5, X12 \
	ROUND(X11, X12, half, shift) \
	MOVO X10, X14 \
	PUNPCKLWL X9, X10 \
	PUNPCKHWL X9, X14 \
	MOVO X10, X9 \
	PMADDWL factors<>+96(SB), X9 \
	PADDL X1, X9 \
	MOVO X14, X15 \
	PMADDWL factors<>+96(SB), X15 \
	PADDL X5, X15 \
	ROUND(X9, X15, half, shift) \
	PMADDWL factors<>+112(SB), X10 \
	PADDL X3, X10 \
	PMADDWL factors<>+112(SB), X14 \
	PADDL X7, X14 \
	ROUND(X10, X14, half, shift) \
	MOVO X8, X7 \
	MOVO X11, X1 \
	MOVO X9, X5 \
	MOVO X10, X3

// LOAD reads eight samples less 128 as words. X15 is 0, X14 is 128.
#define LOAD(x) \
	MOVQ (SI), x \
	ADDQ DX, SI \
	PUNPCKLBW X15, x \
	PSUBW X14, x

// QUANTIZE divides the line x, stores it and leaves a mask of its zero words in x. X15 is 0.
#define QUANTIZE(x, line) \
	MOVO x, X9 \
	PSRAW $15, X9 \
	PXOR X9, x \
	PSUBW X9, x \
	MOVOU (16*line)(BX), X10 \
	PADDW X10, x \
	MOVOU (128+16*line)(BX), X10 \
	PMULHUW X10, x \
	MOVOU (256+16*line)(BX), X10 \
	PMULHUW X10, x \
	PXOR X9, x \
	PSUBW X9, x \
	MOVOU x, (16*line)(DI) \
	PCMPEQW X15, x

// func forwardQuantize(out *[64]int16, src *byte, stride int, d *divisors) uint64
TEXT ·forwardQuantize(SB), NOSPLIT, $0-40
	MOVQ out+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ stride+16(FP), DX
	MOVQ d+24(FP), BX
	PXOR X15, X15
	MOVO factors<>+160(SB), X14
	LOAD(X0)
	LOAD(X1)
	LOAD(X2)
	LOAD(X3)
	LOAD(X4)
	LOAD(X5)
	LOAD(X6)
	LOAD(X7)
	TRANSPOSE
	SUMS
	PSLLW $2, X0
	PSLLW $2, X3
	ROTATE(factors<>+128(SB), $11)
	TRANSPOSE
	SUMS
	PADDW factors<>+176(SB), X0
	PADDW factors<>+176(SB), X3
	PSRAW $2, X0
	PSRAW $2, X3
	ROTATE(factors<>+144(SB), $15)
	PXOR X15, X15
	QUANTIZE(X0, 0)
	QUANTIZE(X1, 1)
	QUANTIZE(X2, 2)
	QUANTIZE(X3, 3)
	QUANTIZE(X4, 4)
	QUANTIZE(X5, 5)
	QUANTIZE(X6, 6)
	QUANTIZE(X7, 7)
	PACKSSWB X1, X0
	PACKSSWB X3, X2
	PACKSSWB X5, X4
	PACKSSWB X7, X6
	PMOVMSKB X0, AX
	PMOVMSKB X2, CX
	SHLQ $16, CX
	ORQ CX, AX
	PMOVMSKB X4, CX
	SHLQ $32, CX
	ORQ CX, AX
	PMOVMSKB X6, CX
	SHLQ $48, CX
	ORQ CX, AX
	NOTQ AX
	MOVQ AX, ret+32(FP)
	RET
