# Stubs: a library of what bots speak, one of all games found below proto/gamereferee/games, and one
# of the other services (lobby, spectating, replays), which is built only if something links it.
set(stubs_dir "${CMAKE_CURRENT_BINARY_DIR}/stubs")
file(GLOB protocol_protos CONFIGURE_DEPENDS RELATIVE "${REFEREE_PROTO_DIR}"
     "${REFEREE_PROTO_DIR}/gamereferee/v1/*.proto")
file(GLOB_RECURSE game_protos CONFIGURE_DEPENDS RELATIVE "${REFEREE_PROTO_DIR}"
     "${REFEREE_PROTO_DIR}/gamereferee/games/*.proto")
set(play_protos)
foreach(part error match play_service simulation_service time_control)
  list(APPEND play_protos "gamereferee/v1/${part}.proto")
endforeach()
list(REMOVE_ITEM protocol_protos ${play_protos})

# add_stubs(TARGET PROTO...): a library of .pb.cc files, and .grpc.pb.cc files of services.
function(add_stubs target)
  file(MAKE_DIRECTORY "${stubs_dir}")
  set(sources)
  foreach(proto IN LISTS ARGN)
    string(REGEX REPLACE "\\.proto$" "" stem "${proto}")
    set(made "${stubs_dir}/${stem}.pb.cc" "${stubs_dir}/${stem}.pb.h")
    set(service_flags)
    if(stem MATCHES "_service$")
      list(APPEND made "${stubs_dir}/${stem}.grpc.pb.cc" "${stubs_dir}/${stem}.grpc.pb.h")
      set(service_flags "--grpc_out=${stubs_dir}"
          "--plugin=protoc-gen-grpc=$<TARGET_FILE:gRPC::grpc_cpp_plugin>")
    endif()
    add_custom_command(
      OUTPUT ${made}
      COMMAND protobuf::protoc "--proto_path=${REFEREE_PROTO_DIR}" "--cpp_out=${stubs_dir}"
              ${service_flags} "${REFEREE_PROTO_DIR}/${proto}"
      DEPENDS "${REFEREE_PROTO_DIR}/${proto}"
      COMMENT "Generating ${stem}.pb.cc")
    list(APPEND sources ${made})
  endforeach()
  add_library(${target} STATIC ${sources})
  target_compile_features(${target} PUBLIC cxx_std_17)
  target_include_directories(${target} SYSTEM PUBLIC "$<BUILD_INTERFACE:${stubs_dir}>")
endfunction()

add_stubs(referee_protocol ${play_protos})
target_link_libraries(referee_protocol PUBLIC gRPC::grpc++ protobuf::libprotobuf)
add_stubs(referee_games ${game_protos})
target_link_libraries(referee_games PUBLIC protobuf::libprotobuf)
add_stubs(referee_services ${protocol_protos})
target_link_libraries(referee_services PUBLIC referee_protocol)
set_target_properties(referee_services PROPERTIES EXCLUDE_FROM_ALL ON)

# Every stub includes the same headers of protobuf, which take longer to read than the stub itself.
target_precompile_headers(referee_games PRIVATE
  <google/protobuf/descriptor.h>
  <google/protobuf/generated_message_reflection.h>
  <google/protobuf/generated_message_util.h>
  <google/protobuf/reflection_ops.h>
  <google/protobuf/wire_format.h>)

add_library(referee::games ALIAS referee_games)
add_library(referee::services ALIAS referee_services)
