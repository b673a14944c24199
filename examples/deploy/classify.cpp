// Reads the digits of digits.bin that were not learnt, with the library's class for C++.
#include <cstdio>
#include <fstream>
#include <vector>

#include "digits.hpp"

int main(int count, char **arguments) {
    std::ifstream file(count > 1 ? arguments[1] : "digits.bin", std::ios::binary);
    int32_t counts[2];
    file.read(reinterpret_cast<char *>(counts), sizeof counts);
    file.seekg(counts[0] * 65L * 4, std::ios::cur);
    std::vector<float> pixels(counts[1] * 64);
    std::vector<int32_t> labels(counts[1]);
    file.read(reinterpret_cast<char *>(pixels.data()), pixels.size() * sizeof(float));
    file.read(reinterpret_cast<char *>(labels.data()), labels.size() * sizeof(int32_t));
    if (!file) {
        std::fprintf(stderr, "usage: classify digits.bin\n");
        return 1;
    }
    digits_library::Model model;
    auto found = model({pixels.data(), counts[1]});
    int right = 0;
    for (int32_t i = 0; i < counts[1]; i++)
        right += found.digit[i] == labels[i];
    std::printf("accuracy %.3f\n", double(right) / counts[1]);
}
