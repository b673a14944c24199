// CRC-32C (RFC 3720), eight bytes at a time: the tables of "slicing by eight" (Kounavis and Berry, 2005).

#include <string.h>

#include "checkpoint.h"

enum { POLYNOMIAL = 0x82f63b78, AT_ONCE = 8 };

static void fill(uint32_t tables[AT_ONCE][256]) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t sum = byte;
        for (int bit = 0; bit < 8; bit++)
            sum = sum & 1 ? sum >> 1 ^ (uint32_t)POLYNOMIAL : sum >> 1;
        tables[0][byte] = sum;
    }
    for (int i = 1; i < AT_ONCE; i++)
        for (int byte = 0; byte < 256; byte++)
            tables[i][byte] = tables[i - 1][byte] >> 8 ^ tables[0][tables[i - 1][byte] & 255];
}

// The tables are made for each call, in less time than a page of data takes.
uint32_t gw_checksum(uint32_t sum, const void *data, int64_t size) {
    uint32_t tables[AT_ONCE][256];
    const unsigned char *at = data, *end = at + size;
    fill(tables);
    sum = ~sum;
    for (; end - at >= AT_ONCE; at += AT_ONCE) {
        uint32_t low, high;
        memcpy(&low, at, 4);
        memcpy(&high, at + 4, 4);
        low ^= sum;
        sum = tables[7][low & 255] ^ tables[6][low >> 8 & 255] ^ tables[5][low >> 16 & 255] ^ tables[4][low >> 24] ^
              tables[3][high & 255] ^ tables[2][high >> 8 & 255] ^ tables[1][high >> 16 & 255] ^ tables[0][high >> 24];
    }
    for (; at < end; at++)
        sum = sum >> 8 ^ tables[0][(sum ^ *at) & 255];
    return ~sum;
}

uint32_t gw_masked(uint32_t sum) { return (sum >> 15 | sum << 17) + 0xa282ead8u; }
