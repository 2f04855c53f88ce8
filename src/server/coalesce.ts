type Flight<T> = { now: Promise<T>; next: Promise<T> | null }

/**
 * Returns a function that shares expensive reads among concurrent callers. Callers who arrive while a read is
 * running share the next one. This way, no caller gets data older than their call, and any number of callers
 * wait for at most two reads. The key must identify the data and the people who may share it.
 */
export function coalesced<T>() {
  const flights = new Map<string, Flight<T>>()

  function start(key: string, read: () => Promise<T>): Promise<T> {
    const flight: Flight<T> = { now: read(), next: null }
    flights.set(key, flight)
    const end = () => {
      if (flight.next === null) flights.delete(key)
    }
    flight.now.then(end, end)
    return flight.now
  }

  return (key: string, read: () => Promise<T>): Promise<T> => {
    const flight = flights.get(key)
    if (!flight) return start(key, read)
    const after = () => start(key, read)
    flight.next ??= flight.now.then(after, after)
    return flight.next
  }
}
