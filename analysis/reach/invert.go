package reach

// backwards tries what reading the function from its end gives.
func (s *search) backwards(_ *returnGoal) {}
