// Reads the vectors that all SDKs share.
#pragma once

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/wrappers.pb.h>

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace vectors {

using google::protobuf::Struct;
using google::protobuf::Value;

// Reads JSON as a message, in protobuf's own form of it.
template <class M>
M from_json(const std::string& json) {
  M message;
  const auto status = google::protobuf::util::JsonStringToMessage(json, &message);
  if (!status.ok()) throw std::runtime_error(status.ToString());
  return message;
}

// A file of clients/vectors.
inline Struct load(const std::string& name) {
  std::ifstream file(std::string(VECTORS_DIR) + "/" + name);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) throw std::runtime_error("no vectors " + name);
  return from_json<Struct>(text.str());
}

// A field that must be there.
inline const Value& field(const Struct& object, const std::string& name) {
  return object.fields().at(name);
}

inline const std::string& text(const Struct& object, const std::string& name) {
  return field(object, name).string_value();
}

inline double number(const Struct& object, const std::string& name) {
  return field(object, name).number_value();
}

inline bool is_null(const Struct& object, const std::string& name) {
  return field(object, name).has_null_value();
}

inline bool has(const Struct& object, const std::string& name) {
  return object.fields().count(name) > 0;
}

// The objects of a list.
inline std::vector<Struct> list(const Struct& object, const std::string& name) {
  std::vector<Struct> objects;
  for (const Value& value : field(object, name).list_value().values()) {
    objects.push_back(value.struct_value());
  }
  return objects;
}

// A field that stands as a message in protobuf's JSON.
template <class M>
M message(const Struct& object, const std::string& name) {
  std::string json;
  const auto status = google::protobuf::util::MessageToJsonString(field(object, name), &json);
  if (!status.ok()) throw std::runtime_error(status.ToString());
  return from_json<M>(json);
}

// Bytes in base 64.
inline std::string bytes(const Struct& object, const std::string& name) {
  return from_json<google::protobuf::BytesValue>('"' + text(object, name) + '"').value();
}

}  // namespace vectors
