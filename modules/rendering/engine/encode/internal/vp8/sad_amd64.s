#include "textflag.h"

// func difference16(src *byte, srcStride int, area *byte) int
TEXT ·difference16(SB), NOSPLIT, $0-32
	MOVQ src+0(FP), SI
	MOVQ srcStride+8(FP), DX
	MOVQ area+16(FP), DI
	PXOR X0, X0
	PXOR X1, X1
	MOVQ $8, CX
rows16:
	MOVOU (SI), X2
	MOVOU (DI), X3
	MOVOU (SI)(DX*1), X4
	MOVOU 32(DI), X5
	PSADBW X3, X2
	PSADBW X5, X4
	PADDQ X2, X0
	PADDQ X4, X1
	LEAQ (SI)(DX*2), SI
	ADDQ $64, DI
	DECQ CX
	JNZ rows16
	PADDQ X1, X0
	MOVHLPS X0, X1
	PADDQ X1, X0
	MOVQ X0, AX
	MOVQ AX, ret+24(FP)
	RET

// func difference8(src *byte, srcStride int, area *byte) int
TEXT ·difference8(SB), NOSPLIT, $0-32
	MOVQ src+0(FP), SI
	MOVQ srcStride+8(FP), DX
	MOVQ area+16(FP), DI
	PXOR X0, X0
	MOVQ $4, CX
rows8:
	MOVQ (SI), X2
	MOVQ (DI), X3
	MOVQ (SI)(DX*1), X4
	MOVQ 32(DI), X5
	PSADBW X3, X2
	PSADBW X5, X4
	PADDQ X2, X0
	PADDQ X4, X0
	LEAQ (SI)(DX*2), SI
	ADDQ $64, DI
	DECQ CX
	JNZ rows8
	MOVQ X0, AX
	MOVQ AX, ret+24(FP)
	RET

// func distance(a, b *[16]byte) int
TEXT ·distance(SB), NOSPLIT, $0-24
	MOVQ a+0(FP), SI
	MOVQ b+8(FP), DI
	MOVOU (SI), X0
	MOVOU (DI), X1
	PSADBW X1, X0
	MOVHLPS X0, X1
	PADDQ X1, X0
	MOVQ X0, AX
	MOVQ AX, ret+16(FP)
	RET
