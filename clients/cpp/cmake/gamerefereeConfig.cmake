# Read by find_package(gamereferee): the targets referee::client and referee::games.
include("${CMAKE_CURRENT_LIST_DIR}/RefereeDependencies.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/gamerefereeTargets.cmake")
