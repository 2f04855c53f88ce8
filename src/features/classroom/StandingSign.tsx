import { Armchair, CheckCheck, CircleCheck, CircleHelp, CircleX, Footprints, Hand, Hourglass, MoonStar, Pencil } from 'lucide-react'
import style from './Tiles.module.css'
import { type Standing, standingWords } from './rules.ts'

const icons = {
  hand: Hand,
  help: CircleHelp,
  helped: Footprints,
  waits: Hourglass,
  wrong: CircleX,
  right: CircleCheck,
  working: Pencil,
  done: CheckCheck,
  away: MoonStar,
  idle: Armchair,
} satisfies Record<Standing, unknown>

/** How a student stands: an icon and its word. `seenBy` says who is coming. */
export function StandingSign({ standing, seenBy }: { standing: Standing; seenBy: string | null }) {
  const Icon = icons[standing]
  return (
    <span className={style.standing} data-standing={standing}>
      <Icon aria-hidden />
      {standing === 'helped' && seenBy ? `${seenBy} is coming` : standingWords[standing]}
    </span>
  )
}
