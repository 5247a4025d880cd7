import type { LearnWords } from './words';

export const en: LearnWords = {
  title: 'Learn to play',
  lead: 'Siguo in ten minutes, by playing it.',
  lessons: {
    board: 'The board',
    railways: 'Railways',
    engineer: 'The Engineer',
    camps: 'Camps',
    fights: 'Fights',
    dark: 'In the dark',
    flag: 'Commander and flag',
    ends: 'Winning and scores',
    partner: 'With your partner',
  },
  progress: (done, of) => `${done} of ${of} lessons done`,
  lessonOf: (number, of) => `Lesson ${number} of ${of}`,
  doneMark: 'done',
  hint: 'Hint',
  again: 'Try again',
  next: 'Next',
  nextLesson: 'Next lesson',
  finish: 'Finish',
  sayTitle: 'Partner',
  tasks: {
    road: [
      {
        know: 'You are Red, at the bottom; for now there are only you and Blue. Thin lines are roads, for one step at a time; circles are camps.',
        task: 'Move the Lieutenant into the camp right below it.',
        done: 'Right. Along a road a piece goes one step at a time.',
        wrong: 'That is a legal move, but this time go into the circle right below.',
      },
    ],
    diagonal: [
      {
        know: 'A camp is joined to all eight points around it, diagonally too.',
        task: 'Move the Lieutenant diagonally from the middle camp to the right front camp.',
        done: 'Right. Camps lead everywhere: they are the crossroads of your field.',
        wrong: 'That works too, but go to the circle up on the right.',
      },
    ],
    headquarters: [
      {
        know: 'The arches are headquarters, and your flag stands in one of them. Whatever enters a headquarters never moves again; flags and mines never move at all.',
        task: 'Only one of these four pieces can move. Find it and move it.',
        done: 'Right, only the Captain can. Even a General never gets out of a headquarters.',
        wrong: 'Look again: which of them can move?',
        barred: {
          r62: 'A flag never moves.',
          r64: 'The General is in a headquarters and cannot move any more.',
          r65: 'A mine never moves.',
        },
      },
    ],
    railway: [
      {
        know: 'The thick lines with ties are railways. Straight along a railway a piece goes as far as it likes, until something stands in its way.',
        task: 'Send the Brigadier up the left-hand railway to B15, the first point of Blue’s field, in one move.',
        done: 'Right. From your rear to Blue’s front row in a single move.',
        wrong: 'No need to stop: straight up the left-hand railway, to the first point of Blue’s field.',
      },
    ],
    curve: [
      {
        know: 'Curves join the railways of neighbours. A piece runs through them in one go; a curve is not a turn.',
        task: 'Send the Brigadier around the right-hand curve to P31.',
        done: 'Right. One move, and you are in the next player’s field.',
        wrong: 'Go to P31: up, then around the curve into Purple’s outer railway.',
      },
    ],
    blocked: [
      {
        know: 'No piece jumps over another on a railway. If an enemy is in the way, you may attack it and take its place.',
        task: 'Blue’s Colonel blocks the line. Take it with the Major General.',
        done: 'Taken. A Major General beats a Colonel and now stands there.',
        wrong: 'That does not take it. It is on your railway: go straight at it.',
      },
    ],
    corner: [
      {
        know: 'On a railway nobody but an Engineer may turn a corner.',
        task: 'The Brigadier wants to go to R35, on the right. First to the corner, R15.',
        done: 'Right. A piece has to stop at the corner and may turn with its next move.',
        wrong: 'The Brigadier cannot turn. First to R15, the corner on the right.',
      },
      {
        task: 'Now down the right-hand railway to R35.',
        done: 'There. A corner costs a move, and your opponent gets one more.',
        wrong: 'Go down, to R35.',
      },
    ],
    engineer: [
      {
        know: 'On railways an Engineer turns any corner, as long as the way is open.',
        task: 'The way that took the Brigadier two moves: take the Engineer to R35 in one.',
        done: 'There in one move.',
        wrong: 'An Engineer needs no stop: it reaches R35 in one move.',
      },
    ],
    mine: [
      {
        know: 'The Engineer is the smallest, yet it alone digs up mines. A bomb goes together with a mine; anything else is lost on it, and the mine stays.',
        task: 'Dig up the mine on B55 with the Engineer.',
        done: 'Dug up. Keep an Engineer: in the end you will need it for the mines beside a flag.',
        wrong: 'That does not reach the mine. The Engineer turns corners: one move takes it to B55.',
        tries: {
          'r11-b55': 'The Major General ran into the mine and is lost; the mine is still there. Try again.',
        },
      },
    ],
    shelter: [
      {
        know: 'A piece in a camp cannot be attacked by anybody.',
        task: 'Blue’s Commander faces your Colonel. Bring the Colonel into a camp.',
        done: 'Safe. The Commander followed and can do nothing to it.',
        wrong: 'The Colonel is still outside and will be taken. Into a circle beside it!',
        tries: { 'r23-r13': 'The Colonel attacked the Commander and is lost. Try again.' },
      },
    ],
    sheltered: [
      {
        know: 'The other way round: an enemy in a camp is safe from you.',
        task: 'Both enemies are weaker than your Major General. Take the one that can be taken.',
        done: 'Right. The Captain stands on a station; the Lieutenant in its camp is out of reach.',
        wrong: 'That takes nothing. There is one right below the Major General.',
        barred: { 'r43-r42': 'The Lieutenant is in a camp and cannot be attacked.' },
      },
    ],
    rank: [
      {
        know: 'Highest first: Commander, General, Major General, Brigadier, Colonel, Major, Captain, Lieutenant, Engineer. The higher takes the lower.',
        task: 'Use the General to take the piece that it can beat.',
        done: 'The General takes the Major General and stands in its place.',
        wrong: 'That takes nothing. Which piece beside the General is lower?',
        tries: { 'r13-n8': 'A Commander is higher than a General, who is lost. Try again.' },
      },
    ],
    equal: [
      {
        know: 'When equals meet, both are lost.',
        task: 'Trade your Brigadier for Blue’s.',
        done: 'Both are lost.',
        wrong: 'Use the Brigadier, and attack the one right above it.',
      },
    ],
    bomb: [
      {
        know: 'A bomb takes whatever it meets with it, however high; so does whoever runs into a bomb.',
        task: 'Bomb Blue’s Commander.',
        done: 'The Commander is gone.',
        wrong: 'The bomb is right below the Commander: attack.',
        tries: { 'n7-n8': 'A General is lower than a Commander and is lost. Try again.' },
      },
    ],
    probe: [
      {
        know: 'From here on four play: Blue is your partner, Purple and Green are the enemy. In a dark game you see your own pieces alone; when two meet, everybody learns only who is left.',
        task: 'Nobody knows what stands on P11. Probe it with the Captain, around the curve.',
        done: 'The Captain is lost, the purple piece is still there. No mine or bomb is set up in a front row, and it has not moved: so it is higher than a Captain.',
        wrong: 'That tells you nothing. Attack P11 with the Captain, around the right-hand curve.',
      },
      {
        task: 'Now something bigger: attack P11 with the Major General.',
        done: 'Taken. All you know is that it was lower than a Major General; what it was shows when the game ends.',
        wrong: 'Take the Major General from R35 along the right-hand railway and the curve to P11.',
      },
    ],
    flag: [
      {
        know: 'When a Commander is lost, its owner’s flag is shown to all.',
        task: 'P11 has taken one piece after another: probably the Commander. Bomb it.',
        done: 'It was the Commander. Purple’s flag is shown: P62.',
        wrong: 'Take the bomb from R25 around the curve to P11.',
      },
      {
        task: 'Your Brigadier is in Purple’s rear. Go to P52, in front of the flag.',
        done: 'There. With your next move you can take the flag.',
        wrong: 'Go to P52, right in front of the flag.',
      },
      {
        know: 'Anything that can move may take a flag; the mines need not be gone.',
        task: 'Move onto the flag and take it!',
        done: 'Purple’s flag is taken. Purple is out, and all purple pieces leave the board.',
        wrong: 'The Brigadier is beside the flag: move onto it.',
      },
    ],
    victory: [
      {
        know: 'When both players of a side are out, that side has lost.',
        task: 'You are sure that Green’s flag is on G62. Bring the Brigadier to G52, in front of it.',
        done: 'Meanwhile your partner took Purple’s flag, and Purple is out. Green is left.',
        wrong: 'Go to G52.',
      },
      {
        task: 'Take Green’s flag and win.',
        done: 'Purple and Green are out: Red and Blue win. A player who is out wins too if the partner does.',
        wrong: 'The Brigadier is beside G62: move onto it.',
      },
    ],
    help: [
      {
        know: 'Two play together. What is said in the partner channel the enemy cannot hear.',
        task: 'A purple piece has reached the corner beside your flag, and you have nothing to stop it; a piece of your partner stands on the left-hand railway. What do you say?',
        done: 'Your partner heard it, came all the way down and took it.',
        wrong: 'Call your partner first.',
      },
    ],
    way: [
      {
        know: 'The purple piece on R31 has taken several of yours. Your partner says “I will bomb it” and wants to come down the left-hand line.',
        task: 'Your Colonel on N4 blocks the way. Step aside!',
        done: 'The way was open, and the bomb came down: Purple’s Commander is gone.',
        wrong: 'That still blocks the way. Go sideways, off the left-hand line.',
      },
    ],
  },
  unhelpful: {
    'attack-next': 'If your partner attacks elsewhere, nobody saves your flag.',
    'good-move': 'Praise now, and your partner will think that all is well.',
    'let-us-draw': 'No need for a draw yet: call for help first.',
  },
  ends: [
    'A player is out when the flag is taken, when no piece can move, after 5 timeouts, or by surrender.',
    'Leaving counts as fleeing: with your partner still in, the game is void; with your partner out, it is lost.',
    'In a ranked game of four each winner gets 2 points and each loser loses 2; a draw scores nothing.',
    'A game that ended within 40 steps scores 0 for the winners. 70 steps without a loss are a draw.',
  ],
  finished: 'You know how to play!',
  finishedLead: 'The rest comes at the board. Try a game against bots first; it is unranked.',
  toPractice: 'Play against bots',
  toRules: 'Read the rules',
  fromStart: 'From the beginning',
};
