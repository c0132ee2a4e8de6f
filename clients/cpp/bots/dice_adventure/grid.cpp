#include "grid.hpp"

namespace dice_adventure {

namespace wire = gamereferee::games::dice_adventure::v1;

Grid::Grid(const wire::Observation& observation)
    : width_(observation.level().w()), height_(observation.level().h()) {
  for (const std::string& row : observation.grid()) {
    for (int x = 0; x < width_; ++x) codes_.push_back(row.substr(2 * x, 2));
  }
  codes_.resize(width_ * height_, "??");
  monsters_.resize(codes_.size());
  for (const wire::Monster& monster : observation.monsters()) {
    monsters_.at(index({monster.x(), monster.y()})) = true;
  }
}

bool Grid::is_inside(Cell cell) const {
  return cell.x >= 0 && cell.x < width_ && cell.y >= 0 && cell.y < height_;
}

std::optional<Cell> Grid::find(const std::string& code) const {
  for (int i = 0; i < num_cells(); ++i) {
    if (codes_[i] == code) return cell(i);
  }
  return std::nullopt;
}

}  // namespace dice_adventure
