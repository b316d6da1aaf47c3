package server

// exit takes "exit": the session is over.
func exit(s *server, _ []byte) (any, error) {
	select {
	case <-s.exited:
	default:
		close(s.exited)
	}
	return nil, nil
}
