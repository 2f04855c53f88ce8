import { FooterLine } from './FooterLine.tsx'
import { LanguageChoice, type LanguageChoiceProps } from './LanguageChoice.tsx'

/** Footer of the pages: the copyright, and choices of theme and language. */
export const PageFooter = ({ onChoose }: LanguageChoiceProps) => (
  <>
    <FooterLine /> <LanguageChoice onChoose={onChoose} />
  </>
)
