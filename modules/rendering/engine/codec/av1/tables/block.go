package tables

// BlockSize is a block size in the specification's order (§6.10.4).
type BlockSize uint8

// The block sizes, width before height.
const (
	Block4x4 BlockSize = iota
	Block4x8
	Block8x4
	Block8x8
	Block8x16
	Block16x8
	Block16x16
	Block16x32
	Block32x16
	Block32x32
	Block32x64
	Block64x32
	Block64x64
	Block64x128
	Block128x64
	Block128x128
	Block4x16
	Block16x4
	Block8x32
	Block32x8
	Block16x64
	Block64x16
	BlockSizes   // the number of block sizes
	BlockInvalid = BlockSizes
)

// BlockWidthLog2 and BlockHeightLog2 are log2 of the sides of a block in samples.
var (
	BlockWidthLog2  = [BlockSizes]uint8{2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 2, 4, 3, 5, 4, 6}
	BlockHeightLog2 = [BlockSizes]uint8{2, 3, 2, 3, 4, 3, 4, 5, 4, 5, 6, 5, 6, 7, 6, 7, 4, 2, 5, 3, 6, 4}
)

// Width returns the width in samples.
func (b BlockSize) Width() int { return 1 << BlockWidthLog2[b] }

// Height returns the height in samples.
func (b BlockSize) Height() int { return 1 << BlockHeightLog2[b] }

// Width4 returns the width in units of 4 samples (Num_4x4_Blocks_Wide).
func (b BlockSize) Width4() int { return 1 << (BlockWidthLog2[b] - 2) }

// Height4 returns the height in units of 4 samples (Num_4x4_Blocks_High).
func (b BlockSize) Height4() int { return 1 << (BlockHeightLog2[b] - 2) }

// blockOf maps log2 of width and height, minus 2, to a block size.
var blockOf = [6][6]BlockSize{
	{Block4x4, Block4x8, Block4x16, BlockInvalid, BlockInvalid, BlockInvalid},
	{Block8x4, Block8x8, Block8x16, Block8x32, BlockInvalid, BlockInvalid},
	{Block16x4, Block16x8, Block16x16, Block16x32, Block16x64, BlockInvalid},
	{BlockInvalid, Block32x8, Block32x16, Block32x32, Block32x64, BlockInvalid},
	{BlockInvalid, BlockInvalid, Block64x16, Block64x32, Block64x64, Block64x128},
	{BlockInvalid, BlockInvalid, BlockInvalid, BlockInvalid, Block128x64, Block128x128},
}

// Subsampled returns the size of b in a plane subsampled by the given shifts, at least 4×4, or BlockInvalid if the
// plane has no such block (§5.11.38, Subsampled_Size).
func (b BlockSize) Subsampled(subX, subY int) BlockSize {
	w, h := int(BlockWidthLog2[b])-2-subX, int(BlockHeightLog2[b])-2-subY
	return blockOf[max(w, 0)][max(h, 0)]
}

// Partition is a division of a square block (§6.10.4).
type Partition uint8

// The partitions.
const (
	PartitionNone Partition = iota
	PartitionHorz
	PartitionVert
	PartitionSplit
	PartitionHorzA
	PartitionHorzB
	PartitionVertA
	PartitionVertB
	PartitionHorz4
	PartitionVert4
)

// Subsize returns the size of the blocks that a partition produces from a square block; for the A and B partitions, of
// the undivided half (§9.3, Partition_Subsize).
func Subsize(p Partition, b BlockSize) BlockSize {
	n := int(BlockWidthLog2[b]) - 2
	switch p {
	case PartitionNone:
		return b
	case PartitionHorz, PartitionHorzA, PartitionHorzB:
		if n > 0 {
			return blockOf[n][n-1]
		}
	case PartitionVert, PartitionVertA, PartitionVertB:
		if n > 0 {
			return blockOf[n-1][n]
		}
	case PartitionSplit:
		if n > 0 {
			return blockOf[n-1][n-1]
		}
	case PartitionHorz4:
		if n > 1 {
			return blockOf[n][n-2]
		}
	case PartitionVert4:
		if n > 1 {
			return blockOf[n-2][n]
		}
	}
	return BlockInvalid
}

// SizeGroup is the context of the luma mode of intra blocks in inter frames (§9.3, Size_Group).
var SizeGroup = [BlockSizes]uint8{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 0, 0, 1, 1, 2, 2}
