/** A group is `# english|中文`, a keyword `english|中文`. */
export const person = `
# Body|身形
slender|苗条
petite|娇小
tall|高挑
athletic build|运动型身材
muscular|肌肉发达
stocky|敦实
curvy|丰满
lean|精瘦
lanky|瘦高
broad shoulders|宽肩
long legs|长腿
round face|圆脸
oval face|鹅蛋脸
square jaw|方下巴
high cheekbones|高颧骨
dimples|酒窝
freckles|雀斑
beauty mark|美人痣
single eyelids|单眼皮
double eyelids|双眼皮
thick eyebrows|浓眉
long eyelashes|长睫毛
hooked nose|鹰钩鼻
full lips|丰唇
fair skin|白皙皮肤
olive skin|橄榄色皮肤
tanned skin|古铜肤色
dark skin|深色皮肤
wrinkled skin|满脸皱纹
scar|伤疤
tattooed arms|纹身手臂
prosthetic arm|义肢手臂
pregnant|怀孕
elderly|年迈
middle-aged|中年
young adult|青年
toddler|幼童
upright posture|挺拔身姿
slouching|弓背
contrapposto|对立式平衡站姿

# Hair|发型
long straight hair|长直发
wavy hair|波浪发
curly hair|卷发
afro|爆炸头
dreadlocks|脏辫
cornrows|玉米辫
box braids|箱形辫
French braid|法式辫
fishtail braid|鱼骨辫
twin tails|双马尾
high ponytail|高马尾
low ponytail|低马尾
messy bun|松散丸子头
double buns|双丸子头
chignon|低发髻
bob cut|波波头
lob haircut|及肩短发
pixie cut|精灵短发
hime cut|公主切
wolf cut|狼尾
blunt bangs|齐刘海
side-swept bangs|斜刘海
curtain bangs|八字刘海
undercut|铲边头
buzz cut|寸头
mohawk|莫西干头
crew cut|平头
shaved head|光头
slicked-back hair|大背头
windblown hair|风吹乱发
wet hair|湿发
ombré hair|渐变发色
highlighted hair|挑染
platinum blonde|铂金发
auburn hair|赤褐发
jet black hair|乌黑头发
silver hair|银发
pastel pink hair|粉彩色头发
full beard|络腮胡
goatee|山羊胡
handlebar moustache|八字翘胡
stubble|胡茬
hairpin ornament|发簪

# Positive mood|积极情绪
happy|快乐
joyful|喜悦
cheerful|开朗
laughing|大笑
smiling|微笑
grinning|咧嘴笑
beaming|满面笑容
excited|兴奋
delighted|欣喜
playful|顽皮
amused|忍俊不禁
proud|自豪
confident|自信
hopeful|充满希望
inspired|受到启发
grateful|感恩
loving|充满爱意
tender|温柔
content|满足
peaceful|平和
serene|宁静
relaxed|放松
relieved|如释重负
curious|好奇
amazed|惊叹
awestruck|敬畏
dreamy|神往
triumphant|凯旋般
euphoric|狂喜
nostalgic smile|怀念的微笑
warm-hearted|热心
determined|坚定

# Negative mood|消极情绪
sad|悲伤
melancholic|忧郁
sorrowful|哀愁
crying|哭泣
tearful|含泪
heartbroken|心碎
lonely|孤独
gloomy|阴郁
depressed|低落
despairing|绝望
disappointed|失望
regretful|懊悔
guilty|愧疚
ashamed|羞愧
embarrassed|尴尬
anxious|焦虑
nervous|紧张
worried|担忧
afraid|害怕
terrified|惊恐
shocked|震惊
angry|愤怒
furious|暴怒
irritated|烦躁
frustrated|挫败
jealous|嫉妒
bitter|怨愤
disgusted|厌恶
bored|无聊
exhausted|疲惫
suspicious|猜疑
grieving|哀悼
distant stare|失神凝望
scowling|怒目皱眉
pouting|噘嘴

# Temperament|气质
elegant|优雅
graceful|婉约
noble|高贵
dignified|端庄
regal|王者气派
charismatic|有魅力
mysterious|神秘
aloof|清冷
gentle|温和
innocent|纯真
shy|腼腆
introverted|内向
outgoing|外向
rebellious|叛逆
bold|大胆
heroic|英雄气概
fierce|凌厉
stoic|坚忍
stern|严肃
wise|睿智
scholarly|书卷气
quiet|文静
artistic|文艺
bohemian|波西米亚
sophisticated|成熟雅致
sporty|运动感
cool|酷
mischievous|古灵精怪
sly|狡黠
menacing|阴狠
ethereal|空灵
otherworldly|超凡脱俗
down-to-earth|朴实
worldly|见多识广
carefree|洒脱
flamboyant|张扬
vintage charm|复古韵味
androgynous|中性
chivalrous|侠气
`;
