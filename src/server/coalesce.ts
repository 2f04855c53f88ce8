type Flight<T> = { now: Promise<T>; next: Promise<T> | null }

/**
 * For a costly read that many ask at once: those who come while it is under way share the one after it. So everybody sees what held when they asked
 * or later, and a crowd costs no more than two reads in turn. A key says what is read and in whose name it may be shared.
 */
export function together<T>() {
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
