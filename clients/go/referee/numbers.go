package referee

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Integer is a type of whole numbers in which a bot answers.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32
}

// Number is a type in which a bot reads the numbers of a column.
type Number interface {
	Integer | ~uint | ~uint64 | ~float32 | ~float64
}

// widths are the bytes of one number, by its dtype.
var widths = map[string]int{
	"bool": 1, "int8": 1, "uint8": 1, "int16": 2, "int32": 4, "int64": 8, "uint64": 8, "float32": 4, "float64": 8,
}

// numbersOf reads little-endian numbers of a dtype; the error tells what N can't hold.
func numbersOf[N Number](dtype string, data []byte) ([]N, error) {
	order := binary.LittleEndian
	switch dtype {
	case "bool", "uint8":
		return each[N](data, 1, func(b []byte) uint8 { return b[0] })
	case "int8":
		return each[N](data, 1, func(b []byte) int8 { return int8(b[0]) })
	case "int16":
		return each[N](data, 2, func(b []byte) int16 { return int16(order.Uint16(b)) })
	case "int32":
		return each[N](data, 4, func(b []byte) int32 { return int32(order.Uint32(b)) })
	case "int64":
		return each[N](data, 8, func(b []byte) int64 { return int64(order.Uint64(b)) })
	case "uint64":
		return each[N](data, 8, order.Uint64)
	case "float32":
		return each[N](data, 4, func(b []byte) float32 { return math.Float32frombits(order.Uint32(b)) })
	case "float64":
		return each[N](data, 8, func(b []byte) float64 { return math.Float64frombits(order.Uint64(b)) })
	}
	return nil, &ProtocolError{fmt.Sprintf("numbers of an unknown type %q", dtype)}
}

// each converts number for number, and lets none become another one. Of a float64 as a float32, and of a large
// whole number as a float, the nearest will do.
func each[N, V Number](data []byte, width int, read func([]byte) V) ([]N, error) {
	values := make([]N, len(data)/width)
	half, one := 0.5, 1.0
	isFloat := N(half) != 0 && N(one) == 1
	for i := range values {
		value := read(data[i*width:])
		number := N(value)
		if !isFloat && (V(number) != value || (number < 0) != (value < 0)) {
			return nil, fmt.Errorf("%T can't hold its number %v", number, value)
		}
		values[i] = number
	}
	return values, nil
}

// appendNumber appends a whole number as a little-endian one of a dtype that can hold it.
func appendNumber(data []byte, dtype string, value int64) []byte {
	order := binary.LittleEndian
	switch dtype {
	case "float32":
		return order.AppendUint32(data, math.Float32bits(float32(value)))
	case "float64":
		return order.AppendUint64(data, math.Float64bits(float64(value)))
	}
	switch widths[dtype] {
	case 1:
		return append(data, byte(value))
	case 2:
		return order.AppendUint16(data, uint16(value))
	case 4:
		return order.AppendUint32(data, uint32(value))
	}
	return order.AppendUint64(data, uint64(value))
}

// offsetsOf reads where lists begin, and where the last ends; the error tells that they are not ascending from 0,
// or not so many.
func offsetsOf(data []byte, count int) ([]int64, error) {
	offsets, err := numbersOf[int64]("int64", data)
	if err != nil || len(offsets) != count+1 || offsets[0] != 0 {
		return nil, fmt.Errorf("%d offsets for %d lists", len(offsets), count)
	}
	for i := range count {
		if offsets[i] > offsets[i+1] {
			return nil, fmt.Errorf("offset %d before %d", offsets[i], offsets[i+1])
		}
	}
	return offsets, nil
}
