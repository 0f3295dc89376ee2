// Stands in for the program: prints which page it was asked for.
#include <cstdio>

int answer();

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) std::puts(argv[i]);
  return answer() == 42 ? 0 : 1;
}
