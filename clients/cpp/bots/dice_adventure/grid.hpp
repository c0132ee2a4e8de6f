// What a member of a party sees of a level, in cells and codes.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "gamereferee/games/dice_adventure/v1/dice_adventure.pb.h"

namespace dice_adventure {

// Column and row.
struct Cell {
  int x = 0, y = 0;

  friend bool operator==(const Cell& a, const Cell& b) { return a.x == b.x && a.y == b.y; }
};

// A direction to go.
struct Direction {
  gamereferee::games::dice_adventure::v1::Step step;
  int dx, dy;
};

// Up, down, left, right: the rulebook's order (DA-2.7).
constexpr std::array<Direction, 4> kDirections{{
    {gamereferee::games::dice_adventure::v1::STEP_UP, 0, -1},
    {gamereferee::games::dice_adventure::v1::STEP_DOWN, 0, 1},
    {gamereferee::games::dice_adventure::v1::STEP_LEFT, -1, 0},
    {gamereferee::games::dice_adventure::v1::STEP_RIGHT, 1, 0},
}};

// The map as a member remembers it. Cells have an index, row by row.
class Grid {
 public:
  explicit Grid(const gamereferee::games::dice_adventure::v1::Observation& observation);

  int num_cells() const { return static_cast<int>(codes_.size()); }
  bool is_inside(Cell cell) const;
  int index(Cell cell) const { return cell.y * width_ + cell.x; }
  Cell cell(int index) const { return {index % width_, index / width_}; }

  // Its two characters, such as `R1`.
  const std::string& code(Cell cell) const { return codes_[index(cell)]; }
  bool is_unexplored(Cell cell) const { return code(cell) == "??"; }
  // Whether it is inside and, as far as is known, no wall.
  bool is_open(Cell cell) const { return is_inside(cell) && code(cell) != "##"; }
  bool has_monster(Cell cell) const { return monsters_[index(cell)]; }
  // The cell of a code that is on the map once; none if it has not been seen.
  std::optional<Cell> find(const std::string& code) const;

 private:
  int width_, height_;
  std::vector<std::string> codes_;
  std::vector<bool> monsters_;
};

}  // namespace dice_adventure
