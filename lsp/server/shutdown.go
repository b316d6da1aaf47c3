package server

// shutdown answers "shutdown": nothing but exit may come after it.
func shutdown(s *server, _ []byte) (any, error) {
	s.enter(phaseShutdown)
	s.cache.Clear()
	return nil, nil
}
