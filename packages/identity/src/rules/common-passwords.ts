/**
 * Passwords that guessers try first, in lower case and of a length that is allowed: sequences of keys and digits, names, teams, brands
 * and the like. A small list of our own: it need not be complete, since guesses are throttled.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  00000000 000000000 01234567 0123456789 0987654321 10203040 11111111 111111111 11112222
  11223344 112233445566 12121212 123123123 123321123 12341234 12344321 1234512345 123454321
  12345678 123456789 1234567890 123456789a 1234567a 123456a1 12345abc 1234abcd 1234qwer
  123qwe123 123qweasd 12qwaszx 13579246 147258369 159753456 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
  22222222 24681012 31415926 33333333 55555555 66666666 741852963 77777777 777777777
  789456123 87654321 88888888 963852741 987654321 9876543210 99999999 999999999 a12345678
  a1b2c3d4 aa123456 aaaaaaaa abc12345 abc123456 abcd1234 abcdefgh access12 access14
  admin123 admin1234 adminadmin administrator alejandro alexander alexandra andrew12 android1
  angel123 angelina apple123 arsenal1 asd12345 asdf1234 asdfasdf asdfghjk asdfghjkl
  ashley12 autumn2024 autumn2025 autumn2026 azertyui azertyuiop babygirl babygirl1 barcelona
  baseball baseball1 basketball batman123 bayern12 beatles1 benjamin bienvenido bienvenue1
  blessed1 bordeaux borussia brother1 buster12 butterfly captain1 caroline champion
  changeme changeme1 changeme123 charlie1 cheese12 chelsea1 chocolat chocolate christian
  christina cisco123 company1 computer computer1 cookie12 correcthorsebatterystaple corvette dance123
  daniel12 darling1 database default1 demo1234 demodemo developer diamond1 director
  docker12 doctor12 dollar12 dolphin1 dragon12 dragon123 einstein elephant elizabeth
  eminem12 engineer example1 facebook facebook1 faith123 family12 family123 father12
  fernando ferrari1 flower12 football football1 forever1 fortnite francesco frankfurt
  freedom1 friday13 friends1 frodo123 gabriela gandalf1 geheim12 geheim123 george12
  ginger12 github12 gitlab12 godisgood goldfish google12 google123 guest123 guitar12
  hallo123 hallo1234 hamburg1 hannah12 happiness happy123 harley12 harrypotter heaven12
  hellokitty helpdesk hockey12 hogwarts hunter12 hunter22 ichliebedich iloveyou iloveyou1
  internet internet1 iphone12 ironman1 january1 jennifer jessica1 jesus123 jesuschrist
  jetaime1 jonathan jordan23 joshua12 juventus katharina killer12 lakers12 latchkey
  latchkey1 leonardo letmein! letmein1 letmein123 liberty1 linkinpark linux123 liverpool
  liverpool1 login123 logmein1 lol12345 lovelove loveme12 lover123 lucky123 lucky777
  manager1 manchester marseille master12 masterkey matrix12 matthew1 maverick mercedes
  metallica michael1 michelle mickey12 microsoft million1 minecraft minecraft1 monday12
  money123 monkey12 monkey123 mother12 muenchen music123 mustang1 mypass12 mypassword
  mysql123 nathalie network1 newpassword nicole12 nirvana1 nopassword number1! number12
  office12 office365 oldpassword onetwothree operator oracle12 p@ssw0rd p@ssw0rd1 p@ssw0rd123
  p@ssword pa$$w0rd pa$$word passw0rd passw0rd! passw0rd1 password password! password1
  password1! password12 password123 passwort passwort1 passwort123 patriots pepper12 phoenix1
  piano123 pikachu1 pokemon1 porsche1 postgres postgres1 princess princess1 private1
  q1w2e3r4 qazwsxedc qwe12345 qweasdzxc qweqwe123 qwer1234 qwerty12 qwerty123 qwertyui
  qwertyuiop qwertzui qwertzuiop rainbow1 ranger12 realmadrid redis123 robert12 roblox12
  rockstar root1234 rootroot samantha sample12 samsung1 samsung123 schalke04 schatz12
  scooby12 secret12 secret123 security security1 server12 server123 service1 shadow12
  shadow123 sister12 slipknot smile123 snoopy12 soccer12 soldier1 sommer12 spiderman
  spring2024 spring2025 spring2026 starwars starwars1 steelers stephanie student1 success1
  summer12 summer2024 summer2025 summer2026 sunshine sunshine1 superman superman1 support1
  sweetheart sweetie1 teacher1 temp1234 tequiero tequieromucho test1234 test12345 testing1
  testing123 testtest thepassword thomas12 tigger12 together topsecret toulouse trustno1
  ubuntu12 user1234 username veronica victoria victory1 warrior1 wasd1234 welcome1
  welcome12 welcome123 whatever whatever1 willkommen windows1 windows10 winner12 winter12
  winter2024 winter2025 winter2026 wireless wizard12 yamaha12 yankees1 yourpassword zaq12wsx
  zxc12345 zxcvbnm1 zxcvbnmm
  `
    .trim()
    .split(/\s+/),
);
