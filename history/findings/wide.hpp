// Sums of 64-bit numbers that cannot overflow.
#pragma once

namespace isolde {

__extension__ using Wide = __int128;

}  // namespace isolde
