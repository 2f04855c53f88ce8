import { CircleCheck, CircleDashed, CircleDot, CirclePlay, type LucideIcon } from 'lucide-react'
import { t } from '#shared/language.ts'
import type { Skill } from './api.ts'
import { type SkillLevel, levelWords } from './level-words.ts'
import style from './Skills.module.css'

/** Icon of each level, so that levels can be told apart without color. */
export const levelSigns: Record<SkillLevel, LucideIcon> = {
  started: CirclePlay,
  learning: CircleDashed,
  close: CircleDot,
  mastered: CircleCheck,
}

/** The level of a skill as a word with an icon. */
export function LevelWord({ skill: { level, isDue } }: { skill: Pick<Skill, 'level' | 'isDue'> }) {
  const Sign = levelSigns[level]
  return (
    <span className={`${style.level} inline-row middle gap-1 bold`} data-level={level}>
      <Sign size={16} aria-hidden />
      <span>
        {t(levelWords[level])}
        {isDue && <span className="quiet">{t(', due for review')}</span>}
      </span>
    </span>
  )
}
