# `cmake --install`: libraries, headers and stubs, the .proto files, and a package that
# find_package(gamereferee) finds.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/gamereferee")
set_target_properties(referee_client PROPERTIES EXPORT_NAME client)
set_target_properties(referee_games PROPERTIES EXPORT_NAME games)
set_target_properties(referee_protocol PROPERTIES EXPORT_NAME protocol)
install(TARGETS referee_client referee_games referee_protocol EXPORT gamerefereeTargets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT gamerefereeTargets NAMESPACE referee:: DESTINATION "${package_dir}")

install(DIRECTORY referee_client DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.hpp")
# Stubs of the services that bots don't call are not built, and so are not installed.
foreach(proto IN LISTS play_protos game_protos)
  string(REGEX REPLACE "\\.proto$" "" stem "${proto}")
  get_filename_component(folder "${stem}" DIRECTORY)
  set(headers "${stubs_dir}/${stem}.pb.h")
  if(stem MATCHES "_service$")
    list(APPEND headers "${stubs_dir}/${stem}.grpc.pb.h")
  endif()
  install(FILES ${headers} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/${folder}")
endforeach()
install(DIRECTORY "${REFEREE_PROTO_DIR}/gamereferee"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/gamereferee/proto" FILES_MATCHING PATTERN "*.proto")

# A minor version may break an SDK before 1.0.0.
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/gamerefereeConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES cmake/gamerefereeConfig.cmake cmake/RefereeDependencies.cmake
              "${CMAKE_CURRENT_BINARY_DIR}/gamerefereeConfigVersion.cmake"
        DESTINATION "${package_dir}")
