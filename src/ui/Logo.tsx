type LogoProps = {
  /** Pixels, both ways. */
  size?: number
  /** Read aloud; without it the logo is decoration. */
  title?: string
}

/** The product's logo: two pages that blend, under one sun. The same file as the favicon, so that there is one drawing. */
export const Logo = ({ size = 32, title = '' }: LogoProps) => <img src="/favicon.svg" width={size} height={size} alt={title} />
