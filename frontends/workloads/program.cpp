#include "frontends/workloads/program.hpp"

namespace isolde::workloads {

void ProgramWorkload::begin(std::uint32_t session, Random& random) {
  Client& client = clients_[session];
  client.rolls_back_ = false;
  client.program_ = start(session, client, random);
}

bool ProgramWorkload::next(std::uint32_t session, const Reply& last, Random& /*random*/, Request& request) {
  Client& client = clients_[session];
  client.request_ = &request;
  client.reply_ = &last;
  return client.program_.resume();
}

}  // namespace isolde::workloads
