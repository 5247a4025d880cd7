/** The pages of the rules, the glossary and the scores in English. */

import type { GuideWords } from './words';

export const en: GuideWords = {
  rules: 'Rules',
  glossary: 'Glossary',
  scores: 'Scores and titles',
  contents: 'Contents',
  rulesLead: 'How siguo is played. The referee here decides by what is written on this page.',
  glossaryLead:
    'Words that players use. In the pictures red and blue are one side, purple and green the other; dotted ways are threats of the next move.',
  scoresLead: 'What ranked games are worth, whom you meet, and what leaving costs.',

  sections: [
    {
      id: 'goal',
      title: 'How to win',
      blocks: [
        {
          t: 'text',
          d: 'Four players sit around one board; the one opposite is your partner. Red and Blue play against Purple and Green. Everybody leads 25 pieces. The side that puts both opponents out wins.',
        },
        {
          t: 'figure',
          d: {
            name: 'board',
            caption: 'The start, as Red sees it: the own pieces are known, of the others only the sign.',
          },
        },
        {
          t: 'text',
          d: 'Turns go counter-clockwise, one move each: Red, Purple, Blue, Green. Who starts is drawn by lot, or Red where a room says so. On your turn you must move.',
        },
        {
          t: 'text',
          d: "In the dark game nobody sees anybody else's pieces, not even the partner's. When two pieces meet, all learn who is left and nothing more. Guessing is the game.",
        },
      ],
    },
    {
      id: 'board',
      title: 'The board',
      blocks: [
        {
          t: 'pairs',
          d: [
            ['Station', 'A tile. Room for one piece.'],
            [
              'Camp',
              'A circle, five in each field. A piece in it cannot be attacked. Camps are empty at the start.',
            ],
            [
              'Headquarters',
              "A gate, two in each field. The flag is in one of them; a piece that enters one, anybody's, never moves again.",
            ],
            ['Road', 'A thin line. One step at a time.'],
            ['Railway', 'A line with ties. Any distance while nothing stands in the way.'],
            [
              'Curve',
              'Railway between the outer columns of two neighbours; run through it as if it were straight.',
            ],
            ['Palace', 'The nine stations in the middle, joined by railway only.'],
          ],
        },
      ],
    },
    { id: 'pieces', title: 'The pieces', blocks: [{ t: 'pieces' }] },
    {
      id: 'setup',
      title: 'Setting up',
      blocks: [
        {
          t: 'figure',
          d: {
            name: 'setUp',
            caption: 'The flag is in a headquarters (framed), mines only in the last two rows.',
          },
        },
        {
          t: 'list',
          d: [
            'The 25 pieces fill the 23 stations and both headquarters; the five camps stay empty.',
            'The flag is in a headquarters, mines are in the last two rows, no bomb is in the front row.',
            'Whoever is not ready in time gets the layout saved as default, or the Classic one.',
          ],
        },
      ],
    },
    {
      id: 'moving',
      title: 'Moving',
      blocks: [
        {
          t: 'figure',
          d: { name: 'road', caption: 'By road one step. A camp is joined to all eight points around it.' },
        },
        {
          t: 'figure',
          d: {
            name: 'railway',
            caption: 'By railway any distance, straight on or through a curve, never around a corner.',
          },
        },
        {
          t: 'figure',
          d: { name: 'engineer', caption: 'Engineers turn corners as they like while the rails are open.' },
        },
        {
          t: 'list',
          d: [
            'Flags and mines never move; nor does a piece that has entered a headquarters.',
            "Any empty camp or headquarters may be entered, also your partner's and those of players who are out.",
            'You cannot move onto a piece of your side, nor attack a piece in a camp.',
            'A move made stands. Picking a piece up and putting it back is free and seen by nobody.',
          ],
        },
      ],
    },
    {
      id: 'fighting',
      title: 'Fighting',
      blocks: [
        {
          t: 'list',
          d: [
            'The higher rank wins and stands on the point; equal ranks are both lost.',
            'A bomb and whatever it meets are both lost, mines and flags too, whoever attacked.',
            'Against a mine: an engineer removes it and stands there; a bomb goes with it; anything else is lost and the mine stays.',
            'Anything that moves may take a flag; the mines need not be gone first.',
          ],
        },
        {
          t: 'figure',
          d: {
            name: 'camp',
            caption: 'In the camp the Colonel has Purple on three sides, and none of them can attack.',
          },
        },
        { t: 'text', d: 'When a Commander is lost, the flag of its owner is shown to all.' },
      ],
    },
    {
      id: 'out',
      title: 'Out, won, drawn',
      blocks: [
        {
          t: 'list',
          d: [
            'Flag taken, surrendered, no move left or the fifth timeout: the player is out, and all remaining pieces leave the board.',
            'A side with both players out has lost. Both players of the other side win, also one who was out.',
            '70 steps in a row without a capture are a draw.',
            'A draw by agreement needs everybody still in. Three offers a player and game, 20 steps apart; no answer within 20 seconds declines.',
            'No surrender within the first 20 steps.',
            'A lost connection is not leaving: the clock runs on, come back and play. Leaving by your own will is fleeing.',
          ],
        },
      ],
    },
    {
      id: 'others',
      title: 'Other ways to play',
      blocks: [
        {
          t: 'pairs',
          d: [
            [
              'Partners open',
              "Four players. From the start of the game you see your partner's pieces, not the enemies'; not yet while setting up.",
            ],
            [
              'All open',
              'Four players. From the start everybody sees everything, and so does whoever watches.',
            ],
            [
              'Duel',
              'Two players on the four-player board, Red against Blue; the other two fields are empty and open to both. Dark or open.',
            ],
            [
              'Two-player Luzhanqi',
              'A small board with a mountain line in the middle that three railways cross; no palace, no curves. Setting up and fights are the same. Dark or open.',
            ],
            [
              'Flip',
              'The two-player board, nothing is set up, pieces are turned over as you play: see below.',
            ],
          ],
        },
        { t: 'figure', d: { name: 'classicBoard', caption: 'The two-player board.' } },
      ],
    },
    {
      id: 'flip',
      title: 'Flip',
      blocks: [
        {
          t: 'list',
          d: [
            'The server shuffles all 50 pieces face down over every point that is not a camp; a flag may lie anywhere.',
            'A turn flips a face-down piece or moves a face-up one of yours. Whoever flips an engineer first takes its colour; until then there are only flips.',
            'What lies face down blocks the way; it neither moves nor can be attacked.',
            'Headquarters are plain stations: pieces may leave them.',
            'A flag can be taken once all three of its mines are gone, and only by your smallest remaining piece, face-down ones counted; never by a bomb.',
            'No flag is shown when a commander falls.',
            'Taking the flag wins; so does leaving the other without a piece that could move, or with nothing left to do.',
            'A flip is a step, and quiet steps are counted anew from it.',
          ],
        },
      ],
    },
    {
      id: 'house-rules',
      title: 'House rules',
      blocks: [
        {
          t: 'text',
          d: 'Whoever creates a room may agree on these. All are off at first, and none is ever ranked.',
        },
        {
          t: 'pairs',
          d: [
            ['Clockwise', 'Turns go Red, Green, Blue, Purple.'],
            ['Mine takes both', 'Whatever runs into a mine goes with it (engineers and bombs as usual).'],
            ['One turn', 'By railway any piece may turn one corner; the corner must be empty.'],
            ['Scouting engineer', 'An engineer that attacks and is lost shows the piece it met to all.'],
            ['Flying bombs', 'Bombs run like engineers.'],
            ['Bombs in front', 'Bombs may be set up in the front row.'],
            ['Leave headquarters', 'Pieces may leave headquarters again.'],
            ['No timeout limit', 'No number of timeouts puts anybody out.'],
            [
              'Draw by quiet steps',
              'How many steps in a row without a capture are a draw: 70, others, or none.',
            ],
            ['Most steps', 'The step at which a game is a draw; none at first.'],
          ],
        },
        {
          t: 'text',
          d: 'The set “QQ”: Red starts, 30 seconds a move, a draw after 71 quiet steps. “Zheda turns” is one turn alone.',
        },
      ],
    },
  ],

  names: [
    {
      id: 'names',
      title: 'Places on the board',
      blocks: [
        {
          t: 'names',
          d: {
            of: 'field',
            caption:
              "With the flag on 64. On its side the corner, the platform and the bottom are the flag's; on the other they are called empty.",
          },
        },
        {
          t: 'names',
          d: { of: 'palace', caption: 'The palace: four stars, four edges, and the heart.' },
        },
        {
          t: 'text',
          d: "In writing a point is two digits: the row from the front, then the place from the owner's left. R63 lies between Red's headquarters. The palace counts from 1 at the top left, as Red sees it, to 9.",
        },
      ],
    },
  ],

  terms: [
    {
      id: 'tactics',
      title: 'Tactics',
      terms: [
        {
          figure: 'doubleAction',
          name: 'Double action',
          also: '双联手',
          text: 'Between two moves of one player both opponents move once. Spent on the same player, these are two threats and time for one answer.',
        },
        {
          figure: 'twoOnOne',
          name: 'Two on one',
          also: '二捉一',
          text: 'Partners aim at one piece along a row and a column. Whichever line it flees along, one of them still has it.',
        },
        {
          figure: 'oneOnTwo',
          name: 'One on two',
          also: '一捉二',
          text: 'One move to where two lines cross attacks two pieces of one player, who can save only one.',
        },
        {
          figure: 'twoOnTwo',
          name: 'Two on two',
          also: '二捉二',
          text: 'Partners attack a piece each of the same player: one move cannot save both.',
        },
        {
          figure: 'doubleRaid',
          name: 'Double raid',
          also: '双飞',
          text: "Both partners rush one player's flag through the two curves, one for the flag, one for the mines. Guard one side, and the other is open.",
        },
        {
          figure: 'blindBomb',
          name: 'Blind bomb',
          also: '空炸',
          text: 'Bombing a piece that has taken nothing yet, so that nobody knows what it is. A hit spares much probing, a miss wastes a bomb.',
        },
        {
          figure: 'topPiece',
          name: 'Top piece',
          also: '令子',
          text: 'The strongest piece still alive at the table: a Commander; when all four are gone, a General, and so on down. It walks the palace as it likes.',
        },
        {
          figure: 'palaceHeld',
          name: 'Holding the palace',
          also: '控盘',
          text: 'With the palace taken, above all its four stars, whatever leaves home is hit at once, so that the others stay in.',
        },
        {
          figure: 'falseCommander',
          name: 'False Commander',
          also: '假司令',
          text: 'Another strong piece walks as a Commander would and keeps everybody away, while the real one waits behind for somebody to run into it.',
        },
        {
          figure: 'falseBomb',
          name: 'False bomb',
          also: '假炸弹',
          text: 'A small piece chases a great one as a bomb would. Few dare to find out, and the way is free.',
        },
      ],
    },
    {
      id: 'styles',
      title: 'Styles and formations',
      terms: [
        {
          figure: 'lightning',
          name: 'Lightning',
          also: '闪电',
          text: 'Attack from the first move, again and again, until one opponent is out before the others know what is what. The strong stand by the railway; the guard is thin.',
        },
        {
          figure: 'bulldozer',
          name: 'Bulldozer',
          also: '推土机',
          text: 'A kind of lightning: the strong stand one behind the other on one railway and push through; the other side gets middling pieces and a bomb.',
        },
        {
          figure: 'patient',
          name: 'Control',
          also: '盘棋',
          text: 'No hurry for the flag: advance and retreat as the position asks, take more than you lose, and win slowly.',
        },
        {
          figure: 'turtle',
          name: 'Turtle',
          also: '龟阵',
          text: 'Small pieces in front, the great around the flag, seldom out. Hard to break, and little help to a partner.',
        },
        {
          figure: 'lopsided',
          name: 'Lopsided',
          also: '偏阵',
          text: 'All weight on one side, small pieces on the other. One wing hits hard; a middling piece may break through the other.',
        },
        {
          figure: 'emptyFort',
          name: 'Empty fort',
          also: '空城',
          text: 'No mine beside the flag, as if nobody kept it; mines and guards stand at the other headquarters and invite an attack there. Works only while the Commander lives and the flag is not shown.',
        },
      ],
    },
    {
      id: 'mines',
      title: 'Mines',
      terms: [
        {
          figure: 'triangleMines',
          name: 'Triangle mines',
          also: '三角雷',
          text: 'A mine on each of the three neighbours of the flag: every way needs an engineer.',
        },
        {
          figure: 'cornerMines',
          name: 'Corner mines',
          also: '包角雷 · 手枪雷',
          text: 'Three mines around the corner at the flag, in the shape of a pistol; the open side is kept by pieces.',
        },
        {
          figure: 'lineMines',
          name: 'Line of mines',
          also: '一字雷',
          text: 'Three mines abreast on the rear railway stop whoever comes along the rails.',
        },
        {
          figure: 'minefield',
          name: 'Minefield',
          also: '雷区',
          text: 'The last two rows. Mines can be only here, so that every untouched piece here may be one.',
        },
      ],
    },
  ],

  ladder: ({ protect, same_opponents, same_address }) => [
    {
      id: 'ranked',
      title: 'What is ranked',
      blocks: [
        {
          t: 'text',
          d: 'Dark games on the four-player board, with four players or two; both change the same score. 30 seconds a move, no house rules. Quick match is always ranked; public rooms without a password may be. Private rooms, guests and practice never are.',
        },
      ],
    },
    {
      id: 'points',
      title: 'Points',
      blocks: [
        {
          t: 'pairs',
          d: [
            ['Four players', '+2 for each winner, −2 for each loser.'],
            ['Duel', '+1 for the winner, −1 for the loser.'],
            ['Draw, no score', 'Nothing changes.'],
            ['Ended early', 'Within 40 steps (duel: 30) the winners get 0; the losers lose as usual.'],
            [
              'Protection',
              protect === 0
                ? 'There is no line of protection here: every win counts.'
                : `If you have more than ${protect} and any opponent fewer than ${protect}, a win adds 0; a loss counts as usual. Exactly ${protect} is neither. The scores at the start of the game count.`,
            ],
          ],
        },
        { t: 'text', d: 'A score may fall below 0; the title stays Private there.' },
      ],
    },
    {
      id: 'titles',
      title: 'Titles',
      blocks: [
        {
          t: 'text',
          d: 'Your title is the highest whose number your score reaches; it falls with the score too.',
        },
        { t: 'titles' },
      ],
    },
    {
      id: 'matching',
      title: 'Matching',
      blocks: [
        {
          t: 'list',
          d: [
            protect === 0
              ? 'First come, first served, whatever the scores are.'
              : `First come groups whose scores are all at least ${protect}, or all at most ${protect}, so that every win counts.`,
            protect === 0
              ? 'After 60 seconds you may meet opponents with whom nothing is left to score. Whoever would not score is asked first; declining costs nothing and keeps the time waited.'
              : `After 60 seconds the line of ${protect} may be crossed. Whoever's win would add nothing is asked first; declining costs nothing and keeps the time waited.`,
            'A pair meets another pair first, two single players after 30 seconds. The two sit opposite each other; if one leaves, both are out of the queue.',
            'Sides are made as equal as can be, seats are drawn by lot.',
            'A player you have blocked is never drawn as your partner.',
          ],
        },
      ],
    },
    {
      id: 'fair',
      title: 'Fair play',
      blocks: [
        {
          t: 'list',
          d: [
            same_opponents === 0
              ? 'Two players score against each other as often as they meet.'
              : `Two players score against each other in at most ${same_opponents} games within 24 hours; a game beyond that is announced as not scoring before it starts.`,
            'Two accounts of one browser are never in the same ranked game.',
            {
              allow: 'Two accounts of one network address may be opponents in quick match.',
              refuse: 'Two accounts of one network address are never opponents in quick match.',
              auto: 'Two accounts of one network address are never opponents in quick match, except within a local network.',
            }[same_address],
          ],
        },
      ],
    },
    {
      id: 'fleeing',
      title: 'Fleeing',
      blocks: [
        {
          t: 'list',
          d: [
            'Leaving a game you are still in counts as fleeing and ends the game at once. In a duel the other wins. With four players the other side wins if your partner was out already; otherwise nobody scores.',
            'Whoever is out may leave freely. A lost connection is not fleeing.',
            'After fleeing: no ranked game for 5 minutes, doubled for each time within 24 hours, a day at most.',
            'Within 10 minutes after a restart of the server: leaving a game that was on before it is not counted; leaving one that began since is counted, but you may play ranked at once.',
            'With at least 3 flights, and more than a tenth, in the last 50 ranked games you are matched only with players like you.',
            'A host may set a highest flee rate for a room.',
          ],
        },
      ],
    },
  ],

  count: (pieces) => String(pieces),
  pieceHead: ['Piece', 'Number', 'Each', 'Remarks'],
  pieceNotes: {
    '40': 'The strongest. When it is lost, the own flag is shown.',
    '32': 'Turns corners on railways; removes mines.',
    '00': 'Goes together with whatever it meets. Not in the front row.',
    '41': 'Never moves. Only in the last two rows.',
    '07': 'Never moves. In a headquarters; taken, its owner is out.',
  },
  titleHead: ['Title', 'Score'],
  spots: {
    '11': 'tip',
    '12': 'brow',
    '13': 'mid\nbrow',
    '14': 'brow',
    '15': 'tip',
    '22': 'left\nfront\ncamp',
    '23': 'throat',
    '24': 'right\nfront\ncamp',
    '32': 'left\nflank',
    '33': 'middle\ncamp',
    '34': 'right\nflank',
    '42': 'left\nrear\ncamp',
    '43': 'navel',
    '44': 'flag\ncamp',
    '51': 'empty\ncorner',
    '52': 'empty\nplatform',
    '53': 'mid\nplatform',
    '54': 'flag\nplatform',
    '55': 'flag\ncorner',
    '61': 'empty\nbottom',
    '62': 'false\nflag',
    '63': 'mid\nbottom',
    '64': 'flag',
    '65': 'flag\nbottom',
    n1: 'star',
    n2: 'edge',
    n3: 'star',
    n4: 'edge',
    n5: 'heart',
    n6: 'edge',
    n7: 'star',
    n8: 'edge',
    n9: 'star',
  },
  rows: ['front', 'second', 'third', 'fourth', 'rear rail', 'back'],
};
