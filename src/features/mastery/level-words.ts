/** Levels of a skill, from lowest to highest. */
export const skillLevels = ['started', 'learning', 'close', 'mastered'] as const
export type SkillLevel = (typeof skillLevels)[number]

/** Words for the four levels, shown to parents, teachers and children. */
export const levelWords: Record<SkillLevel, string> = {
  started: 'Just started',
  learning: 'Still learning',
  close: 'Getting there',
  mastered: 'Mastered',
}

/** Explanations of the skill levels, shown on request. */
export const levelMeanings: Record<SkillLevel, string> = {
  started: 'There are fewer than three answers so far.',
  learning: 'About half of the questions or fewer are right on the first try.',
  close: 'More than half of the questions are right on the first try.',
  mastered:
    'At least four in five questions are right on the first try, and there are enough answers to be sure.',
}
