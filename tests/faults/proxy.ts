import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

type Pair = { client: Socket; server: Socket; sent: number }
type State = {
  hole: boolean
  delay: number
  perSecond: number
  resetAfter: number
  word: string | null
  refused: boolean
}

/** Returns functions that forward bytes or drop connections, depending on the state. */
function passing(pairs: Set<Pair>, state: State) {
  const drop = (pair: Pair) => {
    pairs.delete(pair)
    pair.client.resetAndDestroy()
    pair.server.resetAndDestroy()
  }

  /** Forwards bytes from one side to the other, if the state allows it. */
  function pass(pair: Pair, from: Socket, to: Socket) {
    const forward = (bytes: Buffer) => {
      if (to.destroyed) return
      to.write(bytes)
      if (state.perSecond === Infinity) return
      from.pause()
      setTimeout(() => from.resume(), (bytes.length / state.perSecond) * 1000)
    }
    from.on('data', (bytes) => {
      if (state.hole) return
      pair.sent += bytes.length
      if (pair.sent > state.resetAfter) return drop(pair)
      if (from === pair.server && state.word && bytes.includes(state.word)) {
        state.word = null
        return drop(pair)
      }
      if (state.delay > 0) setTimeout(() => forward(bytes), state.delay)
      else forward(bytes)
    })
    from.on('error', () => {})
    from.on('close', () => !state.hole && to.destroy())
  }
  return { drop, pass }
}

/**
 * Opens an unreliable connection between two programs (reliability H3): a TCP proxy to `port` that can be
 * cut, delayed, throttled, left half-open (nothing gets through and neither side is notified), reset after a
 * number of bytes, or lost when the server sends a certain word.
 */
export async function badLine(port: number, host = '127.0.0.1') {
  const pairs = new Set<Pair>()
  const state: State = {
    hole: false,
    delay: 0,
    perSecond: Infinity,
    resetAfter: Infinity,
    word: null,
    refused: false,
  }
  const { drop, pass } = passing(pairs, state)
  const listener = createServer((client) => {
    if (state.refused) return void client.destroy()
    const pair = { client, server: connect(port, host), sent: 0 }
    pairs.add(pair)
    pass(pair, pair.client, pair.server)
    pass(pair, pair.server, pair.client)
    client.on('close', () => pairs.delete(pair))
  })
  await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready))

  const cut = () => {
    for (const pair of pairs) drop(pair)
  }
  return {
    port: (listener.address() as AddressInfo).port,
    cut,
    /**
     * If `refused`, refuses new connections and, by default, cuts existing ones; otherwise accepts new ones.
     */
    refuse: (refused: boolean, { cut: cutsOthers = true } = {}) => {
      state.refused = refused
      if (refused && cutsOthers) cut()
    },
    /** Silently blocks all bytes from now on, or lets them through again. */
    hole: (on: boolean) => (state.hole = on),
    slow: ({ delay = 0, perSecond = Infinity }) => Object.assign(state, { delay, perSecond }),
    resetAfter: (bytes: number) => (state.resetAfter = bytes),
    /** Drops the server's next data that contains this word, along with the connection. */
    loseAnswer: (word: string) => (state.word = word),
    close: () => {
      state.hole = false
      cut()
      return new Promise((done) => listener.close(done))
    },
  }
}
