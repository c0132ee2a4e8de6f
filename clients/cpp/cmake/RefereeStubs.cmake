# Stubs: one library of the protocol, one of all games found below proto/gamereferee/games.
set(stubs_dir "${CMAKE_CURRENT_BINARY_DIR}/stubs")
file(GLOB protocol_protos CONFIGURE_DEPENDS RELATIVE "${REFEREE_PROTO_DIR}"
     "${REFEREE_PROTO_DIR}/gamereferee/v1/*.proto")
file(GLOB_RECURSE game_protos CONFIGURE_DEPENDS RELATIVE "${REFEREE_PROTO_DIR}"
     "${REFEREE_PROTO_DIR}/gamereferee/games/*.proto")

# referee_generate(VARIABLE PROTO...): makes .pb.cc (and .grpc.pb.cc of services) and lists them.
function(referee_generate variable)
  file(MAKE_DIRECTORY "${stubs_dir}")
  set(sources)
  foreach(proto IN LISTS ARGN)
    string(REGEX REPLACE "\\.proto$" "" stem "${proto}")
    set(made "${stubs_dir}/${stem}.pb.cc")
    set(headers "${stubs_dir}/${stem}.pb.h")
    set(service_flags)
    if(stem MATCHES "_service$")
      list(APPEND made "${stubs_dir}/${stem}.grpc.pb.cc")
      list(APPEND headers "${stubs_dir}/${stem}.grpc.pb.h")
      set(service_flags "--grpc_out=${stubs_dir}"
          "--plugin=protoc-gen-grpc=$<TARGET_FILE:gRPC::grpc_cpp_plugin>")
    endif()
    add_custom_command(
      OUTPUT ${made} ${headers}
      COMMAND protobuf::protoc "--proto_path=${REFEREE_PROTO_DIR}" "--cpp_out=${stubs_dir}"
              ${service_flags} "${REFEREE_PROTO_DIR}/${proto}"
      DEPENDS "${REFEREE_PROTO_DIR}/${proto}"
      COMMENT "Generating ${stem}.pb.cc")
    list(APPEND sources ${made} ${headers})
  endforeach()
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()

referee_generate(protocol_sources ${protocol_protos})
add_library(referee_protocol STATIC ${protocol_sources})
add_library(referee::protocol ALIAS referee_protocol)

referee_generate(game_sources ${game_protos})
add_library(referee_games STATIC ${game_sources})
add_library(referee::games ALIAS referee_games)

foreach(stubs referee_protocol referee_games)
  target_compile_features(${stubs} PUBLIC cxx_std_17)
  target_include_directories(${stubs} SYSTEM PUBLIC $<BUILD_INTERFACE:${stubs_dir}>)
endforeach()
target_link_libraries(referee_protocol PUBLIC gRPC::grpc++ protobuf::libprotobuf)
target_link_libraries(referee_games PUBLIC protobuf::libprotobuf)
target_include_directories(referee_protocol PUBLIC
                           $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}>
                           $<INSTALL_INTERFACE:include>)
