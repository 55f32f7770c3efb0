#include "textflag.h"

// func residuals4(a, b *byte, n int) (saved, equal uint64)
TEXT ·residuals4(SB), NOSPLIT, $0-40
	MOVQ a+0(FP), SI
	MOVQ b+8(FP), DI
	MOVQ n+16(FP), CX
	PXOR X0, X0
	PXOR X1, X1 // bits saved
	PXOR X2, X2 // equal pixels, negated
	PCMPEQB X3, X3
	MOVO X3, X5
	PXOR X4, X4
	PSUBB X3, X4 // ones
	MOVO X4, X6
	PADDB X4, X6 // twos
	MOVO X6, X7
	PADDB X4, X7 // threes
residual:
	MOVOU (SI), X8
	MOVOU (DI), X9
	MOVO X8, X10
	PCMPEQL X9, X10
	PADDL X10, X2
	PSUBB X9, X8 // differences
	PXOR X9, X9
	PSUBB X8, X9
	PMINUB X9, X8 // their absolute values
	MOVO X8, X9
	PMINUB X7, X9
	PCMPEQB X8, X9 // at most 3
	PAND X7, X9
	MOVO X8, X10
	PMINUB X4, X10
	PCMPEQB X8, X10 // at most 1
	PAND X6, X10
	PADDB X10, X9
	PCMPEQB X0, X8 // 0
	PAND X6, X8
	PADDB X8, X9
	PSADBW X0, X9
	PADDQ X9, X1
	ADDQ $16, SI
	ADDQ $16, DI
	DECQ CX
	JNZ residual
	MOVHLPS X1, X3
	PADDQ X3, X1
	MOVQ X1, AX
	MOVQ AX, saved+24(FP)
	PSHUFL $0x4e, X2, X3
	PADDL X3, X2
	PSHUFL $0xb1, X2, X3
	PADDL X3, X2
	MOVL X2, AX
	NEGL AX
	MOVQ AX, equal+32(FP)
	RET
