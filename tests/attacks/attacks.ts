import { openProduct } from '../faults/product.ts'
import { accountAttacks } from './accounts.ts'
import { floodAttacks } from './floods.ts'
import { inputAttacks } from './input.ts'
import { type Attack, type Target, targetOf } from './target.ts'

const attacks: Attack[] = [...accountAttacks, ...inputAttacks, ...floodAttacks]

export type Line = {
  attack: string
  tried: number
  through: number
  figures: string
  passed: string
  seconds: number
}

async function run({ name, run: attack }: Attack, target: Target): Promise<Line> {
  const began = performance.now()
  const { tried, through, figures } = await attack(target).catch((error: Error) => ({
    tried: 0,
    through: 0,
    figures: error.message,
  }))
  // An attack without any tries proves nothing.
  const passed = tried > 0 && through === 0 ? 'yes' : 'BROKEN'
  return {
    attack: name,
    tried,
    through,
    figures,
    passed,
    seconds: Math.round((performance.now() - began) / 1000),
  }
}

/**
 * Runs every attack whose name contains one of the given words, or all attacks if there are none, on a
 * separate product with the demo.
 */
export async function runAttacks(words: string[] = []): Promise<Line[]> {
  const wanted = attacks.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  const product = await openProduct({ DEMO: 'on', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'info' })
  try {
    await product.start()
    const lines: Line[] = []
    for (const attack of wanted) lines.push(await run(attack, targetOf(product)))
    return lines
  } finally {
    await product.close()
  }
}
