// People who talk in rooms, from one Ogg/Opus file: nothing is encoded, so forty of them take a third of a core.
//
// Arguments: the file, where in it they begin (ms), how often they say it.
// In, a line of JSON each: {"id","url","token"} joins a room; {"afterMs":{id:ms}} lets everybody talk; the end of input
// leaves.
// Out: {"packets"} a time, {"id","joined"} or {"id","error"}, {"id","startedAtMs"}, {"id","over","lateMs"}.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/livekit/protocol/livekit"
	"github.com/livekit/protocol/logger"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/livekit/server-sdk-go/v2/pkg/oggreader"
	"github.com/pion/webrtc/v4"
	"github.com/pion/webrtc/v4/pkg/media"
)

const frame = 20 * time.Millisecond

// An empty Opus frame, as a muted microphone sends.
var silence = media.Sample{Data: []byte{0xF8, 0xFF, 0xFE}, Duration: frame}

type command struct {
	ID, URL, Token string
	AfterMs        map[string]int
}

func main() {
	logger.InitFromConfig(&logger.Config{Level: "error"}, "talkers")
	fromMs, _ := strconv.Atoi(os.Args[2])
	times, _ := strconv.Atoi(os.Args[3])
	packets := readPackets(os.Args[1])[time.Duration(fromMs)*time.Millisecond/frame:]
	tell(map[string]any{"packets": len(packets)})
	voices := map[string]*voice{}
	var rooms []*lksdk.Room
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var line command
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			panic(err)
		}
		if line.ID == "" {
			for id, ms := range line.AfterMs {
				voices[id].startAt(time.Now().Add(time.Duration(ms) * time.Millisecond))
			}
			continue
		}
		one := &voice{id: line.ID, packets: packets, times: times}
		room, err := join(line, one)
		if err != nil {
			tell(map[string]any{"id": line.ID, "error": err.Error()})
			continue
		}
		voices[line.ID] = one
		rooms = append(rooms, room)
		tell(map[string]any{"id": line.ID, "joined": true})
	}
	for _, room := range rooms {
		room.Disconnect()
	}
}

func join(line command, one *voice) (*lksdk.Room, error) {
	room, err := lksdk.ConnectToRoomWithToken(
		line.URL, line.Token, &lksdk.RoomCallback{},
		lksdk.WithAutoSubscribe(false), lksdk.WithDisableRegionDiscovery(),
	)
	if err != nil {
		return nil, err
	}
	track, err := lksdk.NewLocalTrack(webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeOpus, ClockRate: 48000})
	if err != nil {
		return nil, err
	}
	track.OnBind(func() { _ = track.StartWrite(one, nil) })
	_, err = room.LocalParticipant.PublishTrack(track, &lksdk.TrackPublicationOptions{
		Name: "microphone", Source: livekit.TrackSource_MICROPHONE,
	})
	return room, err
}

// What one person sends; asked for a frame each 20 ms.
type voice struct {
	id      string
	packets [][]byte
	times   int
	lock    sync.Mutex
	at      time.Time
	begun   time.Time
	next    int
	worst   time.Duration
}

func (v *voice) startAt(at time.Time) {
	v.lock.Lock()
	defer v.lock.Unlock()
	v.at = at
}

func (v *voice) NextSample(context.Context) (media.Sample, error) {
	v.lock.Lock()
	defer v.lock.Unlock()
	now := time.Now()
	all := len(v.packets) * v.times
	if v.at.IsZero() || now.Before(v.at) || v.next > all {
		return silence, nil
	}
	if v.next == 0 {
		v.begun = now
		tell(map[string]any{"id": v.id, "startedAtMs": now.UnixMilli()})
	}
	v.worst = max(v.worst, now.Sub(v.begun.Add(time.Duration(v.next)*frame)))
	v.next++
	if v.next > all {
		tell(map[string]any{"id": v.id, "over": true, "lateMs": v.worst.Milliseconds()})
		return silence, nil
	}
	return media.Sample{Data: v.packets[(v.next-1)%len(v.packets)], Duration: frame}, nil
}

func (v *voice) OnBind() error            { return nil }
func (v *voice) OnUnbind() error          { return nil }
func (v *voice) Close() error             { return nil }
func (v *voice) CurrentAudioLevel() uint8 { return 15 }

func readPackets(path string) [][]byte {
	file, err := os.Open(path)
	if err != nil {
		panic(err)
	}
	reader, _, err := oggreader.NewOggReader(file)
	if err != nil {
		panic(err)
	}
	var packets [][]byte
	for {
		packet, err := reader.ReadPacket()
		if err != nil {
			return packets
		}
		if length, _ := oggreader.ParsePacketDuration(packet); length == frame {
			packets = append(packets, append([]byte{}, packet...))
		}
	}
}

var telling sync.Mutex

func tell(what map[string]any) {
	telling.Lock()
	defer telling.Unlock()
	line, _ := json.Marshal(what)
	fmt.Println(string(line))
}
