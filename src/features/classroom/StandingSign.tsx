import {
  Armchair,
  CheckCheck,
  CircleCheck,
  CircleHelp,
  CircleX,
  Footprints,
  Hand,
  Hourglass,
  MoonStar,
  Pencil,
} from 'lucide-react'
import { t } from '#shared/language.ts'
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

/** A student's standing as an icon and a word. `seenBy` is the person who is coming. */
export function StandingSign({ standing, seenBy }: { standing: Standing; seenBy: string | null }) {
  const Icon = icons[standing]
  return (
    <span className={`${style.standing} inline-row middle gap-2 bold`} data-standing={standing}>
      <Icon aria-hidden />
      {standing === 'helped' && seenBy ? t('{seenBy} is coming', { seenBy }) : t(standingWords[standing])}
    </span>
  )
}
