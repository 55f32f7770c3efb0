#include "textflag.h"

// func subtractGreen4(pix *uint32, n int)
TEXT ·subtractGreen4(SB), NOSPLIT, $0-16
	MOVQ pix+0(FP), DI
	MOVQ n+8(FP), CX
green:
	MOVOU (DI), X0
	MOVO X0, X1
	PSRLW $8, X1        // green and alpha as words
	PSHUFLW $0xa0, X1, X1 // green in both words of a pixel
	PSHUFHW $0xa0, X1, X1
	PSUBB X1, X0
	MOVOU X0, (DI)
	ADDQ $16, DI
	DECQ CX
	JNZ green
	RET
