import { killRounds } from './kill.ts'
import { killRestores } from './restore.ts'

/**
 * `npm run faults`: many kills, long. Prints what each came to; ends with 1 when anything acknowledged was lost. `npm run faults -- restore` kills a restore
 * instead, and wants the old data or all of the new.
 */
if (process.argv[2] === 'restore') {
  const kills = await killRestores()
  console.table(kills)
  process.exit(kills.some(({ serves }) => serves === 'NEITHER') ? 1 : 0)
}
const rounds = Number(process.argv[2] ?? 10)
const results = await killRounds({
  rounds: Array.from({ length: rounds }, (_, index) => (index % 2 === 0 ? 'server' : 'database')),
  seconds: 3,
})
console.table(results)
const sum = (field: 'acknowledged' | 'lost' | 'doubled' | 'extra') => results.reduce((total, round) => total + round[field], 0)
console.log(`${sum('acknowledged')} answers acknowledged, ${sum('lost')} lost, ${sum('doubled')} doubled, ${sum('extra')} extra`)
process.exit(sum('lost') + sum('doubled') + sum('extra') > 0 ? 1 : 0)
