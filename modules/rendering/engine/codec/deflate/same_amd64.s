#include "textflag.h"

// func sameBytes(a, b *byte, n int) int
TEXT ·sameBytes(SB), NOSPLIT, $0-32
	MOVQ a+0(FP), SI
	MOVQ b+8(FP), DI
	MOVQ n+16(FP), CX
	XORQ AX, AX
	SUBQ $32, CX
	JLT words
blocks:
	MOVOU (SI)(AX*1), X0
	MOVOU (DI)(AX*1), X1
	MOVOU 16(SI)(AX*1), X2
	MOVOU 16(DI)(AX*1), X3
	PCMPEQB X1, X0
	PCMPEQB X3, X2
	PMOVMSKB X0, DX
	PMOVMSKB X2, BX
	SHLL $16, BX
	ORL BX, DX
	NOTL DX
	TESTL DX, DX
	JNE differs
	ADDQ $32, AX
	CMPQ AX, CX
	JLE blocks
words:
	ADDQ $24, CX // now n-8
	CMPQ AX, CX
	JGT bytes
word:
	MOVQ (SI)(AX*1), DX
	XORQ (DI)(AX*1), DX
	JNE differsWord
	ADDQ $8, AX
	CMPQ AX, CX
	JLE word
bytes:
	ADDQ $8, CX // now n
	CMPQ AX, CX
	JGE done
byte:
	MOVBLZX (SI)(AX*1), DX
	CMPB DX, (DI)(AX*1)
	JNE done
	INCQ AX
	CMPQ AX, CX
	JLT byte
done:
	MOVQ AX, ret+24(FP)
	RET
differsWord:
	BSFQ DX, DX
	SHRQ $3, DX
	ADDQ DX, AX
	MOVQ AX, ret+24(FP)
	RET
differs:
	BSFL DX, DX
	ADDQ DX, AX
	MOVQ AX, ret+24(FP)
	RET
