// An integer type in which sums of 64-bit numbers cannot overflow.
#pragma once

namespace isolde {

__extension__ using Wide = __int128;

}  // namespace isolde
