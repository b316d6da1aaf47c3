package stdlib_test

import (
	"strings"
	"testing"

	"augur/analysis/stdlib"
	"augur/analysis/value/valuetest"
)

func TestUUIDAgainstCPython(t *testing.T) {
	lines := strings.Split(`uuid.UUID('12345678123456781234567812345678'), uuid.UUID('{12345678-1234-5678-1234-567812345678}'), uuid.UUID('urn:uuid:12345678-1234-5678-1234-567812345678')
uuid.UUID('x')
uuid.UUID('g2345678123456781234567812345678')
uuid.UUID()
uuid.UUID('12345678123456781234567812345678', int=5)
uuid.UUID(int=-1)
uuid.UUID(int=2**128)
uuid.UUID(bytes=b'a')
uuid.UUID(bytes=b'0123456789abcdef'), uuid.UUID(bytes_le=b'0123456789abcdef'), uuid.UUID(bytes=b'0123456789abcdef').bytes_le
uuid.UUID(5)
uuid.uuid5(uuid.NAMESPACE_DNS, 'python.org'), uuid.uuid3(uuid.NAMESPACE_DNS, 'python.org'), uuid.uuid5(uuid.NAMESPACE_URL, 'é')
uuid.uuid5('a', 'b')
[(u.hex, u.int, u.version, u.variant, u.urn, u.fields, u.time, u.node, u.clock_seq, u.time_low, u.bytes, str(u), hash(u), int(u)) for u in [uuid.UUID(int=5), uuid.UUID('12345678-1234-4678-9234-567812345678'), uuid.UUID(int=2**128 - 1)]]
uuid.UUID('12345678-1234-4678-9234-567812345678', version=1), uuid.UUID(int=5, version=4)
uuid.UUID(int=5, version=9)
uuid.UUID(int=5) < uuid.UUID(int=6), uuid.UUID(int=5) == uuid.UUID(int=5), uuid.UUID(int=5) == 5, sorted([uuid.UUID(int=3), uuid.UUID(int=1)])
uuid.UUID(int=5) < 5
setattr(uuid.UUID(int=5), 'int', 3)
uuid.UUID(int=5).foo
uuid.RFC_4122, uuid.NAMESPACE_OID, uuid.NAMESPACE_X500, {uuid.UUID(int=1): 2}[uuid.UUID(int=1)]`, "\n")
	check(t, []string{"import uuid"}, lines)
}

func TestRandomUUIDIsUnknown(t *testing.T) {
	got, err := valuetest.Run([]string{"import uuid", "uuid.uuid4()"}, stdlib.Load)
	if err != nil || got[len(got)-1] != valuetest.Unknown {
		t.Errorf("gives %v, %v", got, err)
	}
}
