// Certificates for those who run checks: what proves a decision (certificate_of), as a file and back, and
// whether it does (verify). The parts are in certify/; front ends get them here.
#pragma once

#include "certify/certificate_json.hpp"    // IWYU pragma: export
#include "certify/decision.hpp"            // IWYU pragma: export
#include "certify/lemmas/lemma_check.hpp"  // IWYU pragma: export
#include "certify/lemmas/lemma_text.hpp"   // IWYU pragma: export
#include "certify/verify.hpp"              // IWYU pragma: export
