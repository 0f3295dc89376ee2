// Operations of the native format: which fields each kind has, and how they become operations of the builder.
#pragma once

#include "frontends/formats/native/native_value.hpp"

namespace isolde::native {

// Adds one operation to the open transaction.
bool read_operation(Line& line, Element element);

}  // namespace isolde::native
