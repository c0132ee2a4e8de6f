package board

import (
	"container/heap"
	"slices"
)

// Travel is where one can go from a cell, and at what cost.
type Travel struct {
	// Reached has all cells that can be reached, in the order in which they were.
	Reached []Cell
	// Costs of the cheapest path to each of them; 0 for the start.
	Costs  map[Cell]int
	before map[Cell]arrival
}

// arrival is the cell before another on its cheapest path, and the step from there.
type arrival struct {
	from Cell
	by   Direction
}

// TravelFrom finds the cheapest paths from a cell to all others (Dijkstra). Of cells of equal cost the one
// reached first is gone on from first, so that the same map gives the same paths. cost is that of
// entering a cell, at least 1; false for what can't be entered.
func TravelFrom(start Cell, cost func(Cell) (int, bool)) *Travel {
	t := &Travel{[]Cell{start}, map[Cell]int{start: 0}, map[Cell]arrival{}}
	ahead := &frontier{{cell: start}}
	done := map[Cell]bool{}
	for number := 1; ahead.Len() > 0; {
		next := heap.Pop(ahead).(place)
		if done[next.cell] {
			continue
		}
		done[next.cell] = true
		for _, direction := range Directions {
			other := next.cell.To(direction)
			entering, open := cost(other)
			known, reached := t.Costs[other]
			if !open || reached && next.cost+entering >= known {
				continue
			}
			if !reached {
				t.Reached = append(t.Reached, other)
			}
			t.Costs[other] = next.cost + entering
			t.before[other] = arrival{next.cell, direction}
			heap.Push(ahead, place{other, next.cost + entering, number})
			number++
		}
	}
	return t
}

// PathTo is the cheapest path to a cell that can be reached: the steps, and the cells they lead to.
func (t *Travel) PathTo(cell Cell) (steps []Direction, cells []Cell) {
	for at, has := t.before[cell]; has; at, has = t.before[cell] {
		steps, cells = append(steps, at.by), append(cells, cell)
		cell = at.from
	}
	slices.Reverse(steps)
	slices.Reverse(cells)
	return steps, cells
}

// place is a cell to go on from, by cost and then by when it was reached.
type place struct {
	cell   Cell
	cost   int
	number int
}

type frontier []place

func (f frontier) Len() int      { return len(f) }
func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f frontier) Less(i, j int) bool {
	return f[i].cost < f[j].cost || f[i].cost == f[j].cost && f[i].number < f[j].number
}
func (f *frontier) Push(x any) { *f = append(*f, x.(place)) }
func (f *frontier) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}
