import {
  Certificate,
  EnglishMedal,
  ExtraLargeTrophy,
  LargeTrophy,
  MathMedal,
  MediumTrophy,
  SmallTrophy,
} from '#ui/icons.tsx'
import type { Award } from './api.ts'

const trophies = {
  'Small Trophy': SmallTrophy,
  'Medium Trophy': MediumTrophy,
  'Large Trophy': LargeTrophy,
  'Extra Large Trophy': ExtraLargeTrophy,
  Certificate,
}

/** Icon of an award. Medals have one icon for English and one for everything else. */
export function AwardIcon({ award: { type, subject } }: { award: Pick<Award, 'type' | 'subject'> }) {
  const Icon = type === 'Medal' ? (subject === 'English' ? EnglishMedal : MathMedal) : trophies[type]
  return <Icon size={40} />
}
