import type { BlanksProps, RightAnswerProps } from '../KindScreens.tsx'
import style from '../Printed.module.css'
import { RuledLines } from '../RuledLines.tsx'

export const Blanks = ({ shown: { words }, space }: BlanksProps<'sentence'>) => (
  <>
    {words && (
      <p className={`${style.words} cluster`}>
        {words.map((word, at) => (
          <span key={at}>{word}</span>
        ))}
      </p>
    )}
    <RuledLines count={space === 'none' ? 0 : space === 'roomy' ? 3 : words ? 1 : 2} space={space} />
  </>
)

export const RightAnswer = ({ answers }: RightAnswerProps<'sentence'>) => answers.value
