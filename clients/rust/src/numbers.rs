//! Numbers of columns, little-endian, by the names of their types.

/// A type in which a bot reads the numbers of a column.
pub trait ColumnNumber: Copy {
    /// A whole number; None if it can't be held.
    fn from_whole(value: i128) -> Option<Self>;
    /// Another number; None if it can't be held.
    fn from_float(value: f64) -> Option<Self>;
}

macro_rules! whole_numbers {
    ($($number:ty),*) => {$(
        impl ColumnNumber for $number {
            fn from_whole(value: i128) -> Option<Self> {
                Self::try_from(value).ok()
            }

            #[allow(clippy::cast_possible_truncation)] // of what has no fraction
            fn from_float(value: f64) -> Option<Self> {
                if value.fract() == 0.0 { Self::try_from(value as i128).ok() } else { None }
            }
        }
    )*};
}

macro_rules! floats {
    ($($number:ty),*) => {$(
        #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_lossless)]
        impl ColumnNumber for $number {
            fn from_whole(value: i128) -> Option<Self> {
                Some(value as Self)
            }

            fn from_float(value: f64) -> Option<Self> {
                Some(value as Self)
            }
        }
    )*};
}

whole_numbers!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);
floats!(f32, f64);

/// Bytes of one number; None if the type is unknown.
pub(crate) fn width(dtype: &str) -> Option<usize> {
    match dtype {
        "bool" | "int8" | "uint8" => Some(1),
        "int16" => Some(2),
        "int32" | "float32" => Some(4),
        "int64" | "uint64" | "float64" => Some(8),
        _ => None,
    }
}

/// Little-endian numbers of a type; None if it is unknown, or N can't hold one.
pub(crate) fn numbers_of<N: ColumnNumber>(dtype: &str, bytes: &[u8]) -> Option<Vec<N>> {
    macro_rules! each {
        ($number:ty, $from:ident) => {
            bytes
                .chunks_exact(size_of::<$number>())
                .map(|chunk| N::$from(<$number>::from_le_bytes(chunk.try_into().ok()?).into()))
                .collect()
        };
    }
    match dtype {
        "bool" | "uint8" => each!(u8, from_whole),
        "int8" => each!(i8, from_whole),
        "int16" => each!(i16, from_whole),
        "int32" => each!(i32, from_whole),
        "int64" => each!(i64, from_whole),
        "uint64" => each!(u64, from_whole),
        "float32" => each!(f32, from_float),
        "float64" => each!(f64, from_float),
        _ => None,
    }
}
