import type { Progress } from './write.ts'

/** Returns a function that prints a line when a new step starts, and at every tenth of a long step. */
export function progressLines(): Progress {
  let line = ''
  return (step, percent) => {
    const next = percent >= 10 && percent < 100 ? `${step} … ${Math.floor(percent / 10) * 10} %` : `${step} …`
    if (next === line || (percent < 10 && line.startsWith(step))) return
    console.log(next)
    line = next
  }
}
