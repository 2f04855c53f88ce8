/**
 * Keys of a level as authors write them, one per line as `key ~ typed ~ sent ~ wrong`: the key, the right
 * answer as typed, the text that the formula field sends for it, and the text that it sends for a plausible
 * wrong answer. Parts answered with a number have a plain field, which sends the typed text.
 */
const groups = {
  expressions: String.raw`
3x+5 ~ 3x+5 ~ 3x+5 ~ 3x-5
x^2-4x+4 ~ x^2-4x+4 ~ x^2-4x+4 ~ x^2+4x+4
-2x^2+7x-3 ~ -2x^2+7x-3 ~ -2x^2+7x-3 ~ 2x^2+7x-3
5/x^2 ~ 5/x^2 ~ \frac{5}{x^2} ~ \left(\frac{5}{x}\right)^2
(9y-8)/(y-4)^2 ~ (9y-8)/(y-4)^2 ~ \frac{\left(9y-8\right)}{\left(y-4\right)^2} ~ \left(\frac{\left(9y-8\right)}{\left(y-4\right)}\right)^2
(x+3)/(x^2-9) ~ (x+3)/(x^2-9) ~ \frac{\left(x+3\right)}{\left(x^2-9\right)} ~ \frac{\left(x-3\right)}{\left(x^2-9\right)}
2x/(3y) ~ 2x/(3y) ~ \frac{2x}{\left(3y\right)} ~ \frac{3y}{\left(2x\right)}
x^2y^3 ~ x^2y^3 ~ x^2y^3 ~ x^3y^2
a^3b/(c^2) ~ a^3b/c^2 ~ \frac{a^3b}{c^2} ~ \frac{a^3b}{c}
2(x+1)/3 ~ 2(x+1)/3 ~ \frac{2\left(x+1\right)}{3} ~ 2x+\frac13
x^(2/3) ~ x^(2/3) ~ x^{\left(\frac23\right)} ~ \frac{x^2}{3}
x^-2 ~ x^-2 ~ x^{-2} ~ -x^2
(2/3)^n ~ (2/3)^n ~ \left(\frac23\right)^{n} ~ \frac{2}{3^{n}}
2^(3x-1) ~ 2^(3x-1) ~ 2^{\left(3x-1\right)} ~ 2^{\left(3x+1\right)}
5*2^x ~ 5*2^x ~ 5\times2^{x} ~ 10^{x}
(1+r)^t-1 ~ (1+r)^t-1 ~ \left(1+r\right)^{t}-1 ~ \left(1+r\right)^{\left(t-1\right)}
1/2-x/3 ~ 1/2 -x/3 ~ \frac12-\frac{x}{3} ~ \frac{x}{3-\frac12}
x-(y-z) ~ x-(y-z) ~ x-\left(y-z\right) ~ x-y-z
pi r^2 h ~ pir^2h ~ \pi r^2h ~ 2\pi rh
2pi r ~ 2pir ~ 2\pi r ~ \pi r^2
(4/3)pi r^3 ~ 4/3 pir^3 ~ \frac43\pi r^3 ~ \frac34\pi r^3
(1/2)(a+b)h ~ 1/2 (a+b)h ~ \frac12\left(a+b\right)h ~ \frac12ab+h
x_1-x_2 ~ x_1-x_2 ~ x_1-x_2 ~ x_2-x_1
(y_2-y_1)/(x_2-x_1) ~ (y_2-y_1)/(x_2-x_1) ~ \frac{\left(y_2-y_1\right)}{\left(x_2-x_1\right)} ~ \frac{\left(x_2-x_1\right)}{\left(y_2-y_1\right)}
n(n+1)/2 ~ n(n+1)/2 ~ \frac{n\left(n+1\right)}{2} ~ \frac{n\left(n-1\right)}{2}
x^10+1 ~ x^10+1 ~ x^{10}+1 ~ x^1+0
3x^2y-4xy^2 ~ 3x^2y-4xy^2 ~ 3x^2y-4xy^2 ~ 3xy^2-4x^2y
-(x+2)^2 ~ -(x+2)^2 ~ -\left(x+2\right)^2 ~ \left(x+2\right)^2
1/x+1/y ~ 1/x +1/y ~ \frac{1}{x}+\frac{1}{y} ~ \frac{1}{\left(x+y\right)}
x/(x+1)-1/x ~ x/(x+1)-1/x ~ \frac{x}{\left(x+1\right)}-\frac{1}{x} ~ \frac{x}{x+1-\frac{1}{x}}
`,
  roots: String.raw`
sqrt(3) ~ sqrt3 ~ \sqrt3 ~ 3
1/sqrt(8) ~ 1/sqrt(8) ~ \frac{1}{\sqrt{\left(8\right)}} ~ \sqrt{\left(8\right)}
2sqrt(5) ~ 2sqrt(5) ~ 2\sqrt{\left(5\right)} ~ \sqrt{\left(10\right)}
sqrt(x+4) ~ sqrt(x+4) ~ \sqrt{\left(x+4\right)} ~ \sqrt{\left(x\right)}+4
sqrt(x^2+y^2) ~ sqrt(x^2+y^2) ~ \sqrt{\left(x^2+y^2\right)} ~ x+y
3+sqrt(2) ~ 3+sqrt2 ~ 3+\sqrt2 ~ \sqrt{\left(5\right)}
(1+sqrt(5))/2 ~ (1+sqrt(5))/2 ~ \frac{\left(1+\sqrt{\left(5\right)}\right)}{2} ~ \frac{\left(1-\sqrt{\left(5\right)}\right)}{2}
cbrt(8x) ~ cbrt(8x) ~ \sqrt[3]{\left(8x\right)} ~ 8\sqrt[3]{\left(x\right)}
cbrt(x+1) ~ sqrt[3]{x+1} ~ \sqrt[3]{\left(x+1\right)} ~ \sqrt{\left(x+1\right)}
\sqrt[4]{16x} ~ sqrt[4]{16x} ~ \sqrt[4]{\left(16x\right)} ~ \sqrt{\left(16x\right)}
sqrt(x)/2 ~ sqrt(x)/2 ~ \frac{\sqrt{\left(x\right)}}{2} ~ \sqrt{\left(\frac{x}{2}\right)}
sqrt(x/2) ~ sqrt(x/2) ~ \sqrt{\left(\frac{x}{2}\right)} ~ \frac{\sqrt{\left(x\right)}}{2}
5cbrt(2) ~ 5cbrt(2) ~ 5\sqrt[3]{\left(2\right)} ~ 5\sqrt{\left(2\right)}
sqrt(2)+sqrt(3) ~ sqrt(2)+sqrt(3) ~ \sqrt{\left(2\right)}+\sqrt{\left(3\right)} ~ \sqrt{\left(5\right)}
`,
  logs: String.raw`
ln(x)/ln(2) ~ ln(x)/ln(2) ~ \frac{\ln\left(x\right)}{\ln\left(2\right)} ~ \ln\left(\frac{x}{2}\right)
log(x+1) ~ log(x+1) ~ \log\left(x+1\right) ~ \log\left(x\right)+1
log_2(x) ~ log_2(x) ~ \log_2\left(x\right) ~ \log\left(2x\right)
log_3(x+2)-1 ~ log_3(x+2)-1 ~ \log_3\left(x+2\right)-1 ~ \log_3\left(x+1\right)
e^(2x) ~ e^(2x) ~ e^{\left(2x\right)} ~ e^2x
e^x-1 ~ e^x -1 ~ e^{x}-1 ~ e^{\left(x-1\right)}
ln(x^2+1) ~ ln(x^2+1) ~ \ln\left(x^2+1\right) ~ \ln\left(x^2\right)+1
2ln(x) ~ 2ln(x) ~ 2\ln\left(x\right) ~ \ln\left(2x\right)
log_2(8x) ~ log_2(8x) ~ \log_2\left(8x\right) ~ 8\log_2\left(x\right)
Pe^(rt) ~ Pe^(rt) ~ Pe^{\left(rt\right)} ~ Pe^{\left(r+t\right)}
`,
  trig: String.raw`
sin(x)/2 ~ sin(x)/2 ~ \frac{\sin\left(x\right)}{2} ~ \sin\left(\frac{x}{2}\right)
sin(x)/cos(x) ~ sin(x)/cos(x) ~ \frac{\sin\left(x\right)}{\cos\left(x\right)} ~ \frac{\cos\left(x\right)}{\sin\left(x\right)}
1/sin x ~ 1/sin(x) ~ \frac{1}{\sin\left(x\right)} ~ \sin\left(\frac{1}{x}\right)
2sin(x)cos(x) ~ 2sin(x)cos(x) ~ 2\sin\left(x\right)\cos\left(x\right) ~ \sin\left(x\right)\cos\left(x\right)
sin(2x) ~ sin(2x) ~ \sin\left(2x\right) ~ 2\sin\left(x\right)
cos^2(x)-sin^2(x) ~ cos^2(x)-sin^2(x) ~ \cos^2\left(x\right)-\sin^2\left(x\right) ~ \cos^2\left(x\right)+\sin^2\left(x\right)
3sin(pi x/4)+1 ~ 3sin(pix/4)+1 ~ 3\sin\left(\frac{\pi x}{4}\right)+1 ~ \frac{3\sin\left(\pi x\right)}{4+1}
tan(x+1) ~ tan(x+1) ~ \tan\left(x+1\right) ~ \tan\left(x\right)+1
arcsin(x/2) ~ arcsin(x/2) ~ \arcsin\left(\frac{x}{2}\right) ~ \sin\left(\frac{x}{2}\right)
arctan(2x) ~ arctan(2x) ~ \arctan\left(2x\right) ~ 2\arctan\left(x\right)
sec(x) ~ sec(x) ~ \sec\left(x\right) ~ \cos\left(x\right)
csc(x)^2 ~ csc(x)^2 ~ \csc\left(x\right)^2 ~ \csc\left(2x\right)
cot(x/3) ~ cot(x/3) ~ \cot\left(\frac{x}{3}\right) ~ \tan\left(\frac{x}{3}\right)
sin^-1(x) ~ sin^-1(x) ~ \sin^{-1}\left(x\right) ~ \frac{1}{\sin\left(x\right)}
`,
  absolutes: String.raw`
|x-6| ~ |x-6| ~ \left|x-6\right| ~ 6-x
|x+9| ~ |x+9| ~ \left|x+9\right| ~ x+9
2|x-3|+1 ~ 2|x-3|+1 ~ 2\left|x-3\right|+1 ~ 2x-5
|2x-7|/3 ~ |2x-7|/3 ~ \frac{\left|2x-7\right|}{3} ~ \frac{\left(2x-7\right)}{3}
abs(x)+abs(y) ~ |x|+|y| ~ \left|x\right|+\left|y\right| ~ \left|x+y\right|
-|x+2| ~ -|x+2| ~ -\left|x+2\right| ~ \left|x+2\right|
abs(x^2-4) ~ abs(x^2-4) ~ \left|x^2-4\right| ~ x^2-4
y=|x-4| ~ y=|x-4| ~ y=\left|x-4\right| ~ y=4-x
y=-2|x+1|+3 ~ y=-2|x+1|+3 ~ y=-2\left|x+1\right|+3 ~ y=2\left|x+1\right|+3
|x|/x ~ |x|/x ~ \frac{\left|x\right|}{x} ~ 1
`,
  equations: String.raw`
y=2x+1 ~ y=2x+1 ~ y=2x+1 ~ y=2x-1
y=-x/2+3 ~ y=-x/2 +3 ~ y=-\frac{x}{2}+3 ~ y=\frac{x}{2}+3
y-3=2(x+1) ~ y-3=2(x+1) ~ y-3=2\left(x+1\right) ~ y+3=2\left(x+1\right)
3x-4y=12 ~ 3x-4y=12 ~ 3x-4y=12 ~ 3x+4y=12
x=5 ~ x=5 ~ x=5 ~ x=-5
x=2/3 ~ x=2/3 ~ x=\frac23 ~ x=\frac32
x^2+y^2=25 ~ x^2+y^2=25 ~ x^2+y^2=25 ~ x^2+y^2=5
(x-1)^2+(y+2)^2=9 ~ (x-1)^2+(y+2)^2=9 ~ \left(x-1\right)^2+\left(y+2\right)^2=9 ~ \left(x+1\right)^2+\left(y-2\right)^2=9
y=x^2-6x+9 ~ y=x^2-6x+9 ~ y=x^2-6x+9 ~ y=x^2-6x-9
y=5/x ~ y=5/x ~ y=\frac{5}{x} ~ y=\frac{x}{5}
y=sqrt(x-2) ~ y=sqrt(x-2) ~ y=\sqrt{\left(x-2\right)} ~ y=\sqrt{\left(x\right)}-2
y=3*2^x ~ y=3*2^x ~ y=3\times2^{x} ~ y=6^{x}
y=log_2(x)+1 ~ y=log_2(x)+1 ~ y=\log_2\left(x\right)+1 ~ y=\log_2\left(x+1\right)
y=2sin(3x) ~ y=2sin(3x) ~ y=2\sin\left(3x\right) ~ y=3\sin\left(2x\right)
A=pi r^2 ~ A=pir^2 ~ A=\pi r^2 ~ A=2\pi r
V=(4/3)pi r^3 ~ V=4/3 pir^3 ~ V=\frac43\pi r^3 ~ V=4\pi r^2
F=(9/5)C+32 ~ F=9/5 C+32 ~ F=\frac95C+32 ~ F=\frac59C+32
A=P(1+r/n)^(nt) ~ A=P(1+r/n)^(nt) ~ A=P\left(1+\frac{r}{n}\right)^{\left(nt\right)} ~ A=P\left(1+r\right)^{\left(nt\right)}
d=sqrt((x-1)^2+(y-2)^2) ~ d=sqrt((x-1)^2+(y-2)^2) ~ d=\sqrt{\left(\left(x-1\right)^2+\left(y-2\right)^2\right)} ~ d=\left(x-1\right)^2+\left(y-2\right)^2
x^2/9+y^2/4=1 ~ x^2/9 +y^2/4=1 ~ \frac{x^2}{9}+\frac{y^2}{4}=1 ~ \frac{x^2}{9}-\frac{y^2}{4}=1
y=1/(x-2)+3 ~ y=1/(x-2)+3 ~ y=\frac{1}{\left(x-2\right)}+3 ~ y=\frac{1}{\left(x+2\right)}+3
S=a/(1-r) ~ S=a/(1-r) ~ S=\frac{a}{\left(1-r\right)} ~ S=\frac{a}{\left(1+r\right)}
t=100/1.6^2 ~ t=100/1.6^2 ~ t=\frac{100}{1.6^2} ~ t=\frac{100}{1.6}
m=(y-b)/x ~ m=(y-b)/x ~ m=\frac{\left(y-b\right)}{x} ~ m=\frac{\left(y+b\right)}{x}
`,
  several: String.raw`
x=±3 ~ x=±3 ~ x=\pm3 ~ x=3
x=2±sqrt(3) ~ x=2±sqrt(3) ~ x=2\pm\sqrt{\left(3\right)} ~ x=3\pm\sqrt{\left(2\right)}
x=(-5±sqrt(13))/6 ~ x=(-5±sqrt(13))/6 ~ x=\frac{\left(-5\pm\sqrt{\left(13\right)}\right)}{6} ~ x=\frac{\left(5\pm\sqrt{\left(13\right)}\right)}{6}
x=1 or x=-4 ~ x=1 or x=-4 ~ x=1\text{ or }x=-4 ~ x=-1\text{ or }x=4
x=0 or x=1/2 ~ x=0 or x=1/2 ~ x=0\text{ or }x=\frac12 ~ x=0\text{ or }x=2
2,-3 ~ 2,-3 ~ 2,-3 ~ -2,3
1/2,-5 ~ 1/2,-5 ~ \frac12,-5 ~ 2,-5
{1,2,3} ~ {1,2,3} ~ \left\lbrace1,2,3\right\rbrace ~ \left\lbrace1,2,4\right\rbrace
{-2,0,2} ~ {-2,0,2} ~ \left\lbrace-2,0,2\right\rbrace ~ \left\lbrace-2,2\right\rbrace
x=3,y=-1 ~ x=3,y=-1 ~ x=3,y=-1 ~ x=-1,y=3
x=2,5 ~ x=2,5 ~ x=2,5 ~ x=2,-5
x=-1 and y=4 ~ x=-1 and y=4 ~ x=-1\text{ and }y=4 ~ x=4\text{ and }y=-1
±sqrt(7) ~ ±sqrt(7) ~ \pm\sqrt{\left(7\right)} ~ \sqrt{\left(7\right)}
`,
  pairs: String.raw`
(2,-3) ~ (2,-3) ~ \left(2,-3\right) ~ \left(-3,2\right)
(0,5) ~ (0,5) ~ \left(0,5\right) ~ \left(5,0\right)
(1/2,3/4) ~ (1/2,3/4) ~ \left(\frac12,\frac34\right) ~ \left(\frac34,\frac12\right)
(-1,2),(3,4) ~ (-1,2),(3,4) ~ \left(-1,2\right),\left(3,4\right) ~ \left(2,-1\right),\left(4,3\right)
(1,2,3) ~ (1,2,3) ~ \left(1,2,3\right) ~ \left(3,2,1\right)
(x+3,y-2) ~ (x+3,y-2) ~ \left(x+3,y-2\right) ~ \left(x-3,y+2\right)
(-b/(2a),c) ~ (-b/(2a),c) ~ \left(-\frac{b}{\left(2a\right)},c\right) ~ \left(\frac{b}{\left(2a\right)},c\right)
(sqrt(2),-sqrt(2)) ~ (sqrt(2),-sqrt(2)) ~ \left(\sqrt{\left(2\right)},-\sqrt{\left(2\right)}\right) ~ \left(-\sqrt{\left(2\right)},\sqrt{\left(2\right)}\right)
`,
  inequalities: String.raw`
x<4 ~ x<4 ~ x<4 ~ x>4
x≥-2 ~ x>=-2 ~ x\ge-2 ~ x\le-2
x≤7/2 ~ x<=7/2 ~ x\le\frac72 ~ x<\frac72
x>1/3 ~ x>1/3 ~ x>\frac13 ~ x<\frac13
1<x<5 ~ 1<x<5 ~ 1<x<5 ~ 1<x\le5
-3≤x<2 ~ -3<=x<2 ~ -3\le x<2 ~ -3<x<2
x<1 or x>5 ~ x<1 or x>5 ~ x<1\text{ or }x>5 ~ x<1\text{ and }x>5
x≤-2 or x≥3 ~ x<=-2 or x>=3 ~ x\le-2\text{ or }x\ge3 ~ x<-2\text{ or }x>3
x>0 and x≤8 ~ x>0 and x<=8 ~ x>0\text{ and }x\le8 ~ x>0\text{ or }x\le8
x≠2 ~ x!=2 ~ x\ne2 ~ x=2
x≠±3 ~ x!=±3 ~ x\ne\pm3 ~ x\ne3
y<2x+1 ~ y<2x+1 ~ y<2x+1 ~ y>2x+1
y≥-x/2+4 ~ y>=-x/2 +4 ~ y\ge-\frac{x}{2}+4 ~ y\le-\frac{x}{2}+4
2x+3y≤12 ~ 2x+3y<=12 ~ 2x+3y\le12 ~ 2x+3y<12
x^2<9 ~ x^2<9 ~ x^2<9 ~ x^2>9
|x-3|<5 ~ |x-3|<5 ~ \left|x-3\right|<5 ~ \left|x-3\right|>5
n>=10 ~ n>=10 ~ n\ge10 ~ n>10
0≤t≤60 ~ 0<=t<=60 ~ 0\le t\le60 ~ 0<t<60
`,
  constants: String.raw`
-7 ~ -7 ~ -7 ~ 7
0.25 ~ 0.25 ~ 0.25 ~ 0.52
1,234 ~ 1234 ~ 1234 ~ 1.234
3/4 ~ 3/4 ~ \frac34 ~ \frac43
1 1/2 ~ 1 1/2 ~ 1\:\frac12 ~ \frac{11}{2}
-2 2/3 ~ -2 2/3 ~ -2\:\frac23 ~ -\frac{22}{3}
45° ~ 45° ~ 45\degree ~ 54\degree
12% ~ 12% ~ 12\% ~ 12
3.67*10^2 ~ 3.67*10^2 ~ 3.67\times10^2 ~ 3.67\times10^{-2}
6.02*10^23 ~ 6.02*10^23 ~ 6.02\times10^{23} ~ 6.02\times10^{22}
1.2*10^-3 ~ 1.2*10^-3 ~ 1.2\times10^{-3} ~ 1.2\times10^3
5*10^6 ~ 5*10^6 ~ 5\times10^6 ~ 5\times10^5
pi/3 ~ pi/3 ~ \frac{\pi}{3} ~ 3\pi
2pi ~ 2pi ~ 2\pi ~ \pi
e^2 ~ e^2 ~ e^2 ~ 2e
sqrt(2)/2 ~ sqrt(2)/2 ~ \frac{\sqrt{\left(2\right)}}{2} ~ \sqrt{\left(2\right)}
2^10 ~ 2^10 ~ 2^{10} ~ 20
`,
  expanded: String.raw`
x^2+5x+6 ~ x^2+5x+6 ~ x^2+5x+6 ~ \left(x+2\right)\left(x+3\right)
6x^2-x-2 ~ 6x^2-x-2 ~ 6x^2-x-2 ~ \left(3x-2\right)\left(2x+1\right)
x^3-1 ~ x^3-1 ~ x^3-1 ~ \left(x-1\right)\left(x^2+x+1\right)
a^2+2ab+b^2 ~ a^2+2ab+b^2 ~ a^2+2ab+b^2 ~ \left(a+b\right)^2
`,
  factored: String.raw`
(x+2)(x+3) ~ (x+2)(x+3) ~ \left(x+2\right)\left(x+3\right) ~ x^2+5x+6
3x(x-4) ~ 3x(x-4) ~ 3x\left(x-4\right) ~ 3x^2-12x
(x-5)^2 ~ (x-5)^2 ~ \left(x-5\right)^2 ~ x^2-10x+25
(2x-1)(x+7) ~ (2x-1)(x+7) ~ \left(2x-1\right)\left(x+7\right) ~ 2x^2+13x-7
`,
  simplified: String.raw`
3x^2+2x ~ 3x^2+2x ~ 3x^2+2x ~ x^2+2x^2+2x
(x+1)/(x-2) ~ (x+1)/(x-2) ~ \frac{\left(x+1\right)}{\left(x-2\right)} ~ \frac{\left(x^2-1\right)}{\left(x^2-3x+2\right)}
2sqrt(3) ~ 2sqrt(3) ~ 2\sqrt{\left(3\right)} ~ \sqrt{\left(12\right)}
3/4 ~ 3/4 ~ \frac34 ~ \frac68
`,
  same: String.raw`
2(x+3) ~ 2(x+3) ~ 2\left(x+3\right) ~ 2x+6
x*x ~ x*x ~ x\times x ~ x^2
3+4x ~ 3+4x ~ 3+4x ~ 3+2x+2x
`,
  improper: String.raw`
3/2 ~ 3/2 ~ \frac32 ~ 1\:\frac12
11/4 ~ 11/4 ~ \frac{11}{4} ~ 2\:\frac34
`,
  proper: String.raw`
3/4 ~ 3/4 ~ \frac34 ~ 0.75
2/5 ~ 2/5 ~ \frac25 ~ 0.4
`,
  scientific: String.raw`
6.02*10^23 ~ 6.02*10^23 ~ 6.02\times10^{23} ~ 60.2\times10^{22}
1.2*10^-3 ~ 1.2*10^-3 ~ 1.2\times10^{-3} ~ 0.0012
`,
  pi: String.raw`
pi/3 ~ pi/3 ~ \frac{\pi}{3} ~ 1.047
2pi ~ 2pi ~ 2\pi ~ 6.28
`,
  completedSquare: String.raw`
(x-3)^2+1 ~ (x-3)^2+1 ~ \left(x-3\right)^2+1 ~ x^2-6x+10
2(x+1)^2-5 ~ 2(x+1)^2-5 ~ 2\left(x+1\right)^2-5 ~ 2x^2+4x-3
`,
  partialFractions: String.raw`
1/x+1/(x+1) ~ 1/x +1/(x+1) ~ \frac{1}{x}+\frac{1}{\left(x+1\right)} ~ \frac{\left(2x+1\right)}{\left(x^2+x\right)}
2/(x-1)+3/(x+2) ~ 2/(x-1)+3/(x+2) ~ \frac{2}{\left(x-1\right)}+\frac{3}{\left(x+2\right)} ~ \frac{\left(5x+1\right)}{\left(x^2+x-2\right)}
`,
  singleFraction: String.raw`
(2x+1)/(x^2+x) ~ (2x+1)/(x^2+x) ~ \frac{\left(2x+1\right)}{\left(x^2+x\right)} ~ \frac{1}{x}+\frac{1}{\left(x+1\right)}
(5x+1)/6 ~ (5x+1)/6 ~ \frac{\left(5x+1\right)}{6} ~ \frac{5x}{6}+\frac16
`,
  number: String.raw`
42 ~ 42 ~ 42 ~ 24
-13 ~ -13 ~ -13 ~ 13
0.125 ~ 1/8 ~ 1/8 ~ 1/6
2/3 ~ 4/6 ~ 4/6 ~ 3/2
1,250 ~ 1250 ~ 1250 ~ 1.25
3 1/4 ~ 13/4 ~ 13/4 ~ 4 1/3
4.5 ~ 4 1/2 ~ 4 1/2 ~ 5.4
6.02*10^23 ~ 6.02E23 ~ 6.02E23 ~ 6.02E22
3.1*10^-4 ~ 3.1E-4 ~ 3.1E-4 ~ 3.1E4
1/2 ~ 0.5 ~ 0.5 ~ 0.2
0 ~ 0 ~ 0 ~ 1
`,
  'number integer': String.raw`
17 ~ 17 ~ 17 ~ 71
-8 ~ -8 ~ -8 ~ 8
1000 ~ 1,000 ~ 1,000 ~ 100
`,
  'number decimal': String.raw`
0.75 ~ 0.75 ~ 0.75 ~ 3/4
2.4 ~ 2.4 ~ 2.4 ~ 12/5
-0.05 ~ -0.05 ~ -0.05 ~ -0.5
`,
  'number fraction': String.raw`
3/8 ~ 3/8 ~ 3/8 ~ 8/3
5/2 ~ 10/4 ~ 10/4 ~ 2.5
`,
  'number reduced': String.raw`
2/5 ~ 2/5 ~ 2/5 ~ 4/10
-7/3 ~ -7/3 ~ -7/3 ~ -14/6
3/2 ~ 3/2 ~ 3/2 ~ 6/4
`,
  'number mixed': String.raw`
1 1/2 ~ 1 1/2 ~ 1 1/2 ~ 3/2
2 3/4 ~ 2 3/4 ~ 2 3/4 ~ 11/4
5 1/3 ~ 5 1/3 ~ 5 1/3 ~ 16/3
`,
  'number percent': String.raw`
25% ~ 25% ~ 25% ~ 0.25
12.5% ~ 12.5% ~ 12.5% ~ 1/8
150% ~ 150% ~ 150% ~ 1.5
`,
}

const expressionForms =
  'expanded factored simplified same improper proper scientific pi completedSquare partialFractions singleFraction'.split(
    ' ',
  )

export type LevelKey = {
  part: { kind: string; value: string; form?: string }
  typed: string
  sent: string
  wrong: string
}

/** The level's keys. Those in a group named after a form require that form. */
export const levelKeys: LevelKey[] = Object.entries(groups).flatMap(([group, rows]) =>
  rows
    .trim()
    .split('\n')
    .map((row) => {
      const [value = '', typed = '', sent = '', wrong = ''] = row.split(' ~ ')
      const kind = group.startsWith('number') ? 'number' : 'expression'
      const form =
        kind === 'number' ? group.slice('number '.length) : expressionForms.includes(group) ? group : ''
      return { part: { kind, value, ...(form === '' ? {} : { form }) }, typed, sent, wrong }
    }),
)
