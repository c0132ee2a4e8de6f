# What the SDK links: protobuf, gRPC, OpenSSL's libcrypto and threads, as Debian packages them.
find_package(Threads REQUIRED)
find_package(Protobuf 3.21 REQUIRED)
find_package(OpenSSL 3 REQUIRED COMPONENTS Crypto)
find_package(gRPC CONFIG REQUIRED)
